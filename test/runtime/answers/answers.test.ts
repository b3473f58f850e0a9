import { beforeAll, describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ observe: true })
const editor = as('editor', 'eve')
const next = counter()

const generation = async (name: string) =>
  (await service.sql<{ generation: number }>('SELECT generation FROM content_generations WHERE name = ?1', name))[0]
    ?.generation ?? 0

async function create(collection: string, body: object): Promise<string> {
  return (await service.json(`/api/${collection}`, { body, headers: editor })).body.data.id
}

beforeAll(async () => void (await create('people', { name: 'First' })))

describe('where no plugin keeps answers', () => {
  test.each([{}, editor])('they say that they come from the database, to %j', async (headers) => {
    const id = await create('people', { name: 'Somebody' })
    for (const path of ['/api/people', `/api/people/${id}`]) {
      const answer = await service.fetch(path, { headers })
      expect(['status', 'source', 'ttl'].map((name) => answer.headers.get(`x-cache-${name}`))).toEqual([
        'BYPASS',
        'database',
        '0',
      ])
    }
  })

  test('nothing is asked about generations', async () => {
    await service.fetch('/api/people')
    await service.observed()
    await service.fetch('/api/people')
    const { calls } = await service.observed()
    expect(calls.flat().some(({ sql }) => sql.includes('content_generations'))).toBe(false)
  })
})

describe('a generation', () => {
  test('moves with every way to write', async () => {
    const id = await create('articles', { title: 'Moves' })
    const writes: [string, string, object?][] = [
      ['PATCH', '', { rating: 1 }],
      ['PATCH', '', { topics: [await create('topics', { name: `Topic ${next()}` })] }],
      ['PATCH', '', { deskNote: 'seen by few' }],
      ['PUT', '', { title: 'Moves on' }],
      ['POST', '/versions/4/restore'],
      ['DELETE', ''],
    ]
    let before = await generation('articles')
    for (const [method, path, body] of writes) {
      const answer = await service.json(`/api/articles/${id}${path}`, {
        method,
        headers: editor,
        ...(body === undefined ? {} : { body }),
      })
      expect([method, path, answer.status < 300]).toEqual([method, path, true])
      const after = await generation('articles')
      expect([method, path, after > before]).toEqual([method, path, true])
      before = after
    }
  })

  test('moves for what a deletion reaches in other collections', async () => {
    const topic = await create('topics', { name: `Topic ${next()}` })
    await create('articles', { title: 'Holds it', topics: [topic] })
    const before = await generation('articles')
    expect((await service.fetch(`/api/topics/${topic}`, { method: 'DELETE', headers: editor })).status).toBe(204)
    expect(await generation('articles')).toBeGreaterThan(before)
  })

  test('moves when a scheduled document is written down as published', async () => {
    const scheduledAt = new Date(Date.now() + 300).toISOString()
    await create('articles', { title: 'Soon', status: 'scheduled', scheduledAt })
    const before = await generation('articles')
    await new Promise((resolve) => setTimeout(resolve, 350))
    await service.schedule()
    expect(await generation('articles')).toBeGreaterThan(before)
  })

  test('stays with a write that is refused, and with writes elsewhere', async () => {
    const before = await generation('people')
    expect((await service.json('/api/people', { body: { nme: 'x' }, headers: editor })).status).toBe(422)
    await create('topics', { name: `Topic ${next()}` })
    expect(await generation('people')).toBe(before)
  })

  test('is never one that was there before, also after the table was restored to an earlier state', async () => {
    const before = await generation('people')
    for (let index = 0; index < 5; index += 1) await create('people', { name: `Person ${next()}` })
    const highest = await generation('people')
    await service.sql('UPDATE content_generations SET generation = ?1 WHERE name = ?2', before, 'people')
    await create('people', { name: 'After' })
    expect(await generation('people')).toBeGreaterThan(highest)
  })
})
