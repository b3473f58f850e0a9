import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Collections } from '../../.cms/types.d.ts'
import { createClient } from '../../src/client/index.ts'
import { type Service, startService } from '../harness/service.ts'
import { signedIn } from '../plugins/core-auth/people.ts'

let service: Service
let token: string

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: 'a secret of the tests that is long enough' } })
  await service.fetch('/api/health')
  token = (await signedIn(service, 'admin')).token
})
afterAll(() => service.dispose())

/** A client that keeps responses, and the statuses that it was answered. */
function keepingClient(cache?: number) {
  const statuses: number[] = []
  const client = createClient<Collections>({
    baseUrl: service.url.origin,
    token,
    ...(cache !== undefined && { cache }),
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (init.method === 'GET') statuses.push(response.status)
      return response
    },
  })
  return { client, tags: client.collection('tags'), statuses }
}

it('asks only whether a response has changed, and answers with what it has', async () => {
  const { tags, statuses } = keepingClient(1_000_000)
  const { data } = await tags.create({ name: 'kept' })
  const first = await tags.get(data.id)
  expect(await tags.get(data.id)).toEqual(first)
  const list = () => tags.list({ where: { name: { startsWith: 'kept' } } })
  expect(await list()).toEqual(await list())
  expect(statuses).toEqual([200, 304, 200, 304])
  await tags.update(data.id, { name: 'kept no longer' })
  expect((await tags.get(data.id)).data.name).toBe('kept no longer')
  expect((await list()).data.map(({ name }) => name)).toEqual(['kept no longer'])
  expect(statuses.slice(4)).toEqual([200, 200])
})

it('keeps nothing unless it is asked to', async () => {
  const { tags, statuses } = keepingClient()
  const { data } = await tags.create({ name: 'not kept' })
  await tags.get(data.id)
  await tags.get(data.id)
  expect(statuses).toEqual([200, 200])
})

it('keeps no more than it may, and what was used last', async () => {
  const { tags, statuses } = keepingClient(1200)
  const ids = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(async (name) => (await tags.create({ name: `bounded ${name}` })).data.id),
  )
  const [first = ''] = ids
  for (const id of ids) {
    await tags.get(id)
    await tags.get(first)
  }
  expect(statuses.filter((status) => status === 304)).toHaveLength(6)
  statuses.length = 0
  await tags.get(ids[1] ?? '')
  expect(statuses).toEqual([200])
})

it('forgets everything when the tokens are gone', async () => {
  const { client, tags, statuses } = keepingClient(1_000_000)
  const { data } = await tags.create({ name: 'private' })
  await tags.get(data.id)
  await client.auth.logout()
  await tags.get(data.id)
  expect(statuses).toEqual([200, 200])
})

it('answers with what it had when it asked, though it had to go meanwhile', async () => {
  const asked: { readonly path: string; readonly answer: (response: Response) => void }[] = []
  const client = createClient({
    baseUrl: 'https://cms.example.com',
    cache: 60,
    fetch: (input) => new Promise((answer) => asked.push({ path: new URL(input).pathname, answer })),
  })
  const read = (id: string) => client.collection('tags').get(id)
  const found = (id: string) => Response.json({ data: { id, name: 'x'.repeat(20) } }, { headers: { etag: `"${id}"` } })
  const answerNext = async (response: Response) => {
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    asked.shift()?.answer(response)
  }
  const first = read('a')
  await answerNext(found('a'))
  await first
  const again = read('a')
  const other = read('b')
  await expect.poll(() => asked.map(({ path }) => path)).toEqual(['/api/tags/a', '/api/tags/b'])
  asked.pop()?.answer(found('b'))
  await other
  await answerNext(new Response(null, { status: 304 }))
  expect(await again).toEqual(await first)
})
