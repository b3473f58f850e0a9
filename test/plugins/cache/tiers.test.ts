import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { cacheService, HIT, MISS, origin } from './cache-fixture.ts'

const service = cacheService({ environment: 'kv', twins: true, faults: true })
const editor = as('editor', 'eve')
const next = counter()

/** The setting of this environment, in milliseconds. */
const STALENESS = 1000
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const person = async (name = `Person ${next()}`) =>
  (await service.json('/api/people', { body: { name }, headers: editor })).body.data.id as string
const rename = (id: string, name: string) =>
  service.json(`/api/people/${id}`, { method: 'PATCH', body: { name }, headers: editor })

/** Asks until it comes from where it should, for as long as what is written to KV may take. */
async function until(ask: () => Promise<{ headers: Headers }>, wanted: string) {
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await ask()
    if (origin(answer) === wanted) return answer
    await pause(50)
  }
  throw new Error(`never ${wanted}`)
}

describe('two isolates', () => {
  test('share what one has put into KV, which then is in the memory of both', async () => {
    await person()
    const first = await service.json('/api/people?limit=3')
    await pause(STALENESS + 100)
    const second = await until(() => service.twin('/api/people?limit=3'), 'HIT kv')
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(Number(second.headers.get('x-cache-ttl'))).toBeLessThanOrEqual(300)
    expect(origin(await service.twin('/api/people?limit=3'))).toBe(HIT)
  })

  test('the one that wrote shows it at once, the other within the bound', async () => {
    const id = await person('Old')
    await service.twin(`/api/people/${id}`)
    expect((await service.twin(`/api/people/${id}`)).body.data.name).toBe('Old')
    for (const name of ['One', 'Two', 'Three']) {
      const began = Date.now()
      await rename(id, name)
      expect((await service.json(`/api/people/${id}`)).body.data.name).toBe(name)
      for (;;) {
        const asked = Date.now()
        const { body } = await service.twin(`/api/people/${id}`)
        if (body.data.name === name) break
        // What was asked for after the bound has passed is never old.
        expect(asked - began).toBeLessThan(STALENESS + 500)
        await pause(20)
      }
      await pause(STALENESS)
      expect((await service.twin(`/api/people/${id}`)).body.data.name).toBe(name)
    }
  })

  test('who brings a bookmark sees what it stands for, wherever it was written', async () => {
    const id = await person('Before')
    await service.twin(`/api/people/${id}`)
    await service.twin(`/api/people/${id}`)
    const { headers } = await rename(id, 'After')
    const bookmark = headers.get('x-d1-bookmark') ?? ''
    expect(bookmark).not.toBe('')
    const answer = await service.twin(`/api/people/${id}`, { headers: { 'x-d1-bookmark': bookmark } })
    expect(answer.body.data.name).toBe('After')
  })

  test('what one invalidates the other gives no more, from no tier', async () => {
    await person()
    await service.json('/api/people?limit=4')
    await pause(STALENESS + 100)
    await until(() => service.twin('/api/people?limit=4'), HIT)
    await until(() => service.twin('/api/topics?limit=4'), HIT)
    const answer = await service.json('/admin/cache/invalidate', {
      body: { pattern: 'api:people*' },
      headers: as('admin'),
    })
    expect(answer.body.data.invalidated).toBeGreaterThan(0)
    expect(origin(await service.json('/api/people?limit=4'))).toBe(MISS)
    await pause(STALENESS + 100)
    expect(origin(await service.twin('/api/topics?limit=4'))).toBe(HIT)
    expect(origin(await service.twin('/api/people?limit=4'))).not.toBe(HIT)
  })

  test('statistics are those of both', async () => {
    const headers = as('admin')
    const total = async () => (await service.json('/admin/cache/stats', { headers })).body.data.global.totalRequests
    await service.twin('/admin/cache/stats', { headers })
    const before = await total()
    for (let index = 0; index < 3; index += 1) await service.twin('/api/topics')
    await service.json('/api/topics')
    await service.twin('/admin/cache/stats', { headers })
    expect(await total()).toBe(before + 4)
  })

  test('the browser shows both tiers, and clear empties both', async () => {
    await person()
    await service.json('/api/people?limit=5')
    const listed = async (query: string) =>
      (await service.json(`/admin/cache/browser?limit=100&${query}`, { headers: as('editor') })).body.data.entries as {
        key: string
        tier: string
        size: number
        ttl: number
        hits: number | null
      }[]
    await pause(200)
    for (const tier of ['memory', 'kv']) {
      const found = (await listed(`tier=${tier}`)).find(({ key }) => key === 'cache:api:people:limit:5')
      expect(found).toMatchObject({ tier, namespace: 'api', hits: tier === 'kv' ? null : 0 })
      expect(found?.size).toBeGreaterThan(100)
      expect(found?.ttl).toBeGreaterThan(200)
    }
    const { body } = await service.json('/admin/cache/clear', { method: 'POST', headers: as('admin') })
    expect(body).toEqual({ success: true, data: { cleared: expect.any(Number) } })
    expect(body.data.cleared).toBeGreaterThan(1)
    expect(await listed('')).toEqual([])
  })
})

describe('what is invalidated meanwhile', () => {
  const invalidatePeople = () =>
    service.json('/admin/cache/invalidate', { body: { pattern: 'api:people*' }, headers: as('admin') })

  test('is not kept by who was still making it', async () => {
    await person()
    await service.fault('DB', 'slow', { matching: 'FROM "people"', delay: 500 })
    const slow = service.json('/api/people?limit=7')
    await pause(150)
    await invalidatePeople()
    await service.json('/api/topics') // from then on the isolate knows all invalidations
    expect(origin(await slow)).toBe(MISS)
    await service.fault('DB', null)
    expect(origin(await service.json('/api/people?limit=7'))).toBe(MISS)
  })

  test('is not taken from KV, where it came late', async () => {
    await person()
    await pause(STALENESS + 100)
    await service.fault('CACHE_KV', 'slow', { matching: '^put$', delay: 500 })
    await service.json('/api/people?limit=8')
    await invalidatePeople()
    await pause(700)
    await service.fault('CACHE_KV', null)
    expect(origin(await service.json('/api/people?limit=8'))).toBe(MISS)
  })
})

describe.each(['down', 'hangs'] as const)('while KV %s', (mode) => {
  test('answers come from memory and the database, and nobody waits long', async () => {
    await person()
    await service.fault('CACHE_KV', mode)
    try {
      const began = Date.now()
      const answer = await service.json(`/api/people?limit=${mode.length + 10}`)
      expect([answer.status, origin(answer)]).toEqual([200, MISS])
      expect(Date.now() - began).toBeLessThan(2000)
      expect(origin(await service.json(`/api/people?limit=${mode.length + 10}`))).toBe(HIT)
    } finally {
      expect(await service.fault('CACHE_KV', null)).toBeGreaterThan(0)
    }
    // One line a minute, however often it fails.
    expect(service.logs.filter(({ type, tier }) => type === 'cache' && tier === 'kv')).toHaveLength(1)
  })
})

test('what somebody else has put into KV is no answer', async () => {
  const value = { status: 200, text: '{"data":"forged"}', headers: {} }
  const changes = [
    null, // nothing that is an entry
    { value, key: 'cache:api:people' },
    { value, version: 'answer.none' },
    { value, version: 1 },
    { value, createdAt: 'now' },
    { value, expiresAt: 'never' },
    { value, expiresAt: 1 },
    { value, generations: 1 },
    { value, generations: { topics: -1 } },
  ]
  await service.json('/api/topics', { body: { name: 'Genuine' }, headers: editor })
  await pause(STALENESS + 100)
  for (const [index, change] of changes.entries()) {
    const limit = 40 + index
    await service.json(`/api/topics?limit=${limit}`)
    const body = { prefix: `cache:api:topics:limit:${limit}#`, change }
    const forge = () => service.json('/auth/keeper/forge', { body })
    await expect.poll(async () => (await forge()).body.forged).toBeGreaterThan(0)
    const answer = await service.twin(`/api/topics?limit=${limit}`)
    expect([change, answer.status, Array.isArray(answer.body.data)]).toEqual([change, 200, true])
  }
})

test('while the database is down, what was right before is given, and says so', async () => {
  const id = await person('Kept')
  await service.json(`/api/people/${id}`)
  await service.fault('DB', 'down')
  try {
    await pause(STALENESS + 100) // from now on nobody knows how old it is
    const stale = await service.json(`/api/people/${id}`)
    expect([stale.status, origin(stale), stale.body.data.name]).toEqual([200, 'STALE memory', 'Kept'])
    expect(stale.headers.get('x-cache-ttl')).toBe('0')
    expect(stale.headers.get('cache-control')).not.toMatch(/max-age=[1-9]/)
    const other = await service.json('/api/people?limit=18')
    expect([other.status, other.body.code]).toEqual([503, 'database_unavailable'])
  } finally {
    await service.fault('DB', null)
  }
  await rename(id, 'Fresh')
  expect((await service.json(`/api/people/${id}`)).body.data.name).toBe('Fresh')
})
