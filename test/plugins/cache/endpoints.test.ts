import { describe, expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { cacheService, HIT, origin } from './cache-fixture.ts'

const service = cacheService()
const admin = as('admin')
const post = (path: string, body?: unknown, headers: Record<string, string> = admin) =>
  service.json(`/admin/cache/${path}`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
const read = async (path: string, headers: Record<string, string> = admin) =>
  (await service.json(`/admin/cache/${path}`, { headers })).body.data

describe('who may', () => {
  test.each(['stats', 'browser'])('read %s: admin and editor', async (path) => {
    const status = async (headers: Record<string, string>) =>
      (await service.json(`/admin/cache/${path}`, { headers })).status
    expect([await status(admin), await status(as('editor')), await status(as('viewer')), await status({})]).toEqual([
      200, 200, 403, 401,
    ])
  })

  test.each(['clear', 'invalidate', 'warm'])('call %s: admin', async (path) => {
    const body = path === 'invalidate' ? { namespace: 'content' } : undefined
    const status = async (headers: Record<string, string>) => (await post(path, body, headers)).status
    expect([await status(admin), await status(as('editor')), await status({})]).toEqual([200, 403, 401])
    const forged = await post(path, body, { ...as('admin', 'ada', 'cookie'), origin: 'https://evil.example' })
    expect([forged.status, forged.body.code]).toEqual([403, 'csrf_failed'])
  })
})

test('statistics count what happened, no more and no less', async () => {
  const before = await read('stats')
  for (const path of ['/api/people?limit=1', '/api/people?limit=1', '/api/people?limit=1', '/api/people?limit=2']) {
    await service.json(path)
  }
  await service.json('/api/people?limit=1', { headers: as('editor') }) // passes the cache by
  await service.json('/auth/keeper/get?key=content:nothing')
  const { global, byNamespace, isolate } = await read('stats')
  expect(global.memoryHits - before.global.memoryHits).toBe(2)
  expect(global.dbHits - before.global.dbHits).toBe(3)
  expect(global.totalRequests - before.global.totalRequests).toBe(5)
  expect(global.totalRequests).toBe(global.memoryHits + global.kvHits + global.dbHits)
  expect(global.hitRate).toBeCloseTo(((global.memoryHits + global.kvHits) / global.totalRequests) * 100, 9)
  expect(byNamespace.api).toMatchObject({ kvHits: 0, hitRate: expect.any(Number) })
  expect(byNamespace.content.hitRate).toBe(0)
  expect(isolate.entries).toBeGreaterThanOrEqual(2)
  expect((await service.json('/auth/keeper/stats')).body.global.totalRequests).toBe(global.totalRequests)
})

test('statistics lie in the database, and go on from there', async () => {
  await service.json('/api/people?limit=1')
  const { global } = await read('stats')
  const [sums] = await service.sql('SELECT sum(memory_hits + kv_hits + db_hits + stale) AS total FROM cache_statistics')
  expect(sums).toEqual({ total: global.totalRequests })
  await service.json('/api/people?limit=1')
  expect((await read('stats')).global.totalRequests).toBe(global.totalRequests + 1)
  expect((await read('stats')).global.totalRequests).toBe(global.totalRequests + 1)
})

describe('warm', () => {
  test('keeps the first page of what everybody may read', async () => {
    await post('clear')
    const { body } = await post('warm')
    const names = ['articles', 'people', 'records', 'topics']
    expect(body.data).toEqual({ warmed: names.length, keys: names.map((name) => `cache:api:${name}`) })
    for (const name of names) expect(origin(await service.json(`/api/${name}`))).toBe(HIT)
  })

  test('only what is named, and nobody sees more than before', async () => {
    await service.json('/api/articles', { body: { title: 'A draft of today' }, headers: as('editor') })
    await post('clear')
    expect((await post('warm', { collections: ['articles', 'diary', 'notes'] })).body.data).toEqual({
      warmed: 1,
      keys: ['cache:api:articles'],
    })
    const answer = await service.json('/api/articles')
    expect([origin(answer), JSON.stringify(answer.body).includes('A draft')]).toEqual([HIT, false])
  })

  test('a collection that is not there is named', async () => {
    const { status, body } = await post('warm', { collections: ['people', 'poeple'] })
    expect([status, body.errors[0].path]).toEqual([422, 'collections.1'])
  })
})

describe('invalidate', () => {
  test.each([
    [{ namespace: 'api' }, 4],
    [{ pattern: 'api:*' }, 4],
    [{ pattern: 'api:people*' }, 1],
    [{ pattern: 'people', namespace: 'api' }, 1],
    [{ pattern: 'api:people', namespace: 'api' }, 1],
    [{ pattern: 'content:*', namespace: 'api' }, 0],
    [{ namespace: 'media' }, 0],
  ])('%j', async (body, invalidated) => {
    await post('clear')
    await post('warm')
    expect((await post('invalidate', body)).body).toEqual({ success: true, data: { invalidated } })
  })

  test.each([
    {},
    { pattern: '' },
    { pattern: 1 },
    { namespace: '../x' },
    { patern: 'x' },
    { pattern: 'x'.repeat(501) },
  ])('%j is refused', async (body) => {
    const { status, body: answer } = await post('invalidate', body)
    expect([status, answer.code]).toEqual([422, 'validation_failed'])
  })
})

test('the browser goes page by page', async () => {
  await post('clear')
  await post('warm')
  const { entries, pagination } = await read('browser?page=2&limit=3&namespace=api')
  expect(pagination).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2, hasNext: false, hasPrev: true })
  expect(entries).toEqual([
    {
      key: 'cache:api:articles',
      namespace: 'api',
      tier: 'memory',
      size: expect.any(Number),
      ttl: 300,
      hits: 0,
      createdAt: expect.stringMatching(/Z$/),
    },
  ])
  expect((await read('browser?namespace=user')).entries).toEqual([])
  expect((await service.json('/admin/cache/browser?page=0', { headers: admin })).status).toBe(400)
  expect((await service.json('/admin/cache/browser?tier=disk', { headers: admin })).status).toBe(400)
})
