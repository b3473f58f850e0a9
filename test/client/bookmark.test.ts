import { expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { as } from '../harness/as.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ observe: true })

/** A client whose requests carry a user, and are noted with the bookmarks that they bring. */
function notingClient(user: Readonly<Record<string, string>>, bookmark?: string) {
  const brought: (string | null)[] = []
  const client = createClient({
    baseUrl: service.url.origin,
    ...(bookmark === undefined ? {} : { bookmark }),
    fetch: (input, init) => {
      const headers = new Headers({ ...(init.headers as Record<string, string>), ...user }) // as the client writes them
      brought.push(headers.get('x-d1-bookmark'))
      return fetch(input, { ...init, headers })
    },
  })
  return { client, brought }
}

test('a client reads nothing that is older than what it wrote', async () => {
  const { client, brought } = notingClient(as('editor'))
  expect(client.bookmark()).toBeNull()
  const { data } = await client.collection('articles').create({ title: 'Seen' })
  const bookmark = client.bookmark()
  expect(bookmark).toMatch(/^[0-9a-f-]{59}$/)
  await service.observed()
  await client.collection('articles').get(String(data.id))
  expect(brought).toEqual([null, bookmark])
  expect((await service.observed()).sessions).toEqual([bookmark])
})

test('who reads without having written or signed in has no bookmark', async () => {
  const { client, brought } = notingClient({})
  await client.collection('articles').list()
  await client.collection('articles').list()
  expect([client.bookmark(), ...brought]).toEqual([null, null, null])
})

test('a bookmark goes from one client to another', async () => {
  const writer = notingClient(as('editor')).client
  await writer.collection('articles').create({ title: 'Handed on' })
  const bookmark = writer.bookmark() ?? ''
  const { client, brought } = notingClient({}, bookmark)
  await client.collection('articles').list()
  expect(brought).toEqual([bookmark])
  expect(client.bookmark()).toBe(bookmark)
})

test('an answer that comes late takes nothing back', async () => {
  const marks = ['2', '1'].map((digit) => `0000000${digit}-00000000-00000000-${'0'.repeat(32)}`)
  const answers = [...marks]
  const client = createClient({
    baseUrl: 'https://cms.example.com',
    fetch: async () => new Response('{}', { headers: { 'X-D1-Bookmark': answers.shift() ?? '' } }),
  })
  await client.request({ method: 'GET', path: '/api' })
  await client.request({ method: 'GET', path: '/api' })
  expect(client.bookmark()).toBe(marks[0])
})
