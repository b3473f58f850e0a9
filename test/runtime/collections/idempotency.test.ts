import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const next = counter()

const create = (key: string, body: object, headers: object = as('editor', 'eve')) =>
  service.json('/api/people', { body, headers: { ...headers, 'idempotency-key': key } })

const rowsNamed = async (name: string) => (await service.sql('SELECT id FROM people WHERE name = ?1', name)).length

describe('Idempotency-Key', () => {
  test('a repeat is answered as the first time, and creates nothing', async () => {
    const key = `key ${next()}`
    const first = await create(key, { name: 'Once' })
    const second = await create(key, { name: 'Once' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    for (const name of ['location', 'etag']) expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(await rowsNamed('Once')).toBe(1)
  })

  test('the first answer it stays, whatever happens to the document', async () => {
    const key = `key ${next()}`
    const { body } = await create(key, { name: 'Deleted', email: 'deleted@example.com' })
    await service.fetch(`/api/people/${body.data.id}`, { method: 'DELETE', headers: as('editor') })
    expect((await create(key, { name: 'Deleted', email: 'deleted@example.com' })).body).toEqual(body)
    expect(await rowsNamed('Deleted')).toBe(0)
  })

  test('is known for a day, and then no more', async () => {
    const key = `key ${next()}`
    const before = Date.now()
    await create(key, { name: 'Daily' })
    const [row] = await service.sql<{ last: number }>('SELECT max(expires_at) AS "last" FROM idempotency_keys')
    const lifetime = Number(row?.last) - before
    expect(lifetime).toBeGreaterThanOrEqual(86_400_000)
    expect(lifetime).toBeLessThan(86_400_000 + 60_000)
    await service.sql('UPDATE idempotency_keys SET expires_at = ?1', before)
    expect((await create(key, { name: 'Daily' })).headers.get('idempotent-replayed')).toBeNull()
    expect(await rowsNamed('Daily')).toBe(2)
  })

  test('another body is refused', async () => {
    const key = `key ${next()}`
    await create(key, { name: 'One' })
    const { status, body } = await create(key, { name: 'Two' })
    expect([status, body.code, body.errors[0].path]).toEqual([422, 'validation_failed', 'Idempotency-Key'])
    expect(await rowsNamed('Two')).toBe(0)
  })

  test('of many at once, one creates and all answer the same', async () => {
    const key = `key ${next()}`
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(key, { name: 'Raced' })))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await rowsNamed('Raced')).toBe(1)
  })

  test('belongs to its caller and its address', async () => {
    const key = `key ${next()}`
    await create(key, { name: 'Mine' })
    await create(key, { name: 'Mine' }, as('editor', 'another'))
    expect(await rowsNamed('Mine')).toBe(2)
    const topic = await service.json('/api/topics', {
      body: { name: 'Mine' },
      headers: { ...as('editor', 'eve'), 'idempotency-key': key },
    })
    expect([topic.status, topic.body.data.weight]).toEqual([201, 1])
  })

  test('a request that was refused leaves the key free', async () => {
    const key = `key ${next()}`
    expect((await create(key, { name: 7 })).status).toBe(422)
    expect((await create(key, { name: 'Corrected' })).status).toBe(201)
  })

  test('is forgotten after a day', async () => {
    const key = `key ${next()}`
    await create(key, { name: 'Yesterday' })
    await service.sql('UPDATE idempotency_keys SET expires_at = ?1', Date.now() - 1)
    expect((await create(key, { name: 'Today' })).status).toBe(201)
    expect(await service.sql('SELECT count(*) AS n FROM idempotency_keys')).toEqual([{ n: 1 }])
  })

  test.each([[''], ['x'.repeat(256)], ['tab\there']])('%j is no key', async (key) => {
    const { status, body } = await create(key, { name: 'No key' })
    expect([status, body.errors[0].path]).toEqual([422, 'Idempotency-Key'])
  })

  test('255 characters are a key', async () => {
    expect((await create('~'.repeat(255), { name: 'Long key' })).status).toBe(201)
  })

  test('is nothing to those who may not create', async () => {
    expect((await create('any', { name: 'X' }, {})).status).toBe(401)
    expect((await create('any', { name: 'X' }, as('viewer'))).status).toBe(403)
  })
})
