import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { cacheService, HIT, MISS, origin } from './cache-fixture.ts'

const editor = as('editor', 'eve')
const next = counter()
const MEGABYTE = 2 ** 20

describe('a memory tier of one megabyte', () => {
  const service = cacheService({ environment: 'small', faults: true })

  const isolate = async () =>
    (await service.json('/admin/cache/stats', { headers: as('admin') })).body.data.isolate as {
      entries: number
      bytes: number
      maxBytes: number
    }

  test('stays within it, whatever it is filled with, and keeps what is used', async () => {
    for (const letter of ['a', 'ж']) {
      for (let index = 0; index < 20; index += 1) {
        const body = { name: `Big ${next()}`, body: letter.repeat(1900), status: 'published' }
        expect((await service.json('/api/records', { body, headers: editor })).status).toBe(201)
      }
    }
    await service.json('/api/topics')
    for (let limit = 1; limit <= 25; limit += 1) {
      await service.json(`/api/records?limit=${limit}`)
      await service.json(`/api/records?limit=${limit}&sort=name`)
      expect(origin(await service.json('/api/topics'))).toBe(HIT)
      const { bytes, maxBytes } = await isolate()
      expect(maxBytes).toBe(MEGABYTE)
      expect(bytes).toBeLessThanOrEqual(maxBytes)
    }
    const { bytes, entries } = await isolate()
    expect(bytes).toBeGreaterThan(MEGABYTE / 2)
    expect(entries).toBeGreaterThan(5)
    expect(origin(await service.json('/api/records?limit=25&sort=name'))).toBe(HIT)
    expect(origin(await service.json('/api/records?limit=1'))).toBe(MISS)
  })

  test('takes nothing that would push out too much of the rest', async () => {
    const set = (key: string, length: number) =>
      service.json('/auth/keeper/set', { body: { key, value: 'x'.repeat(length) } })
    const get = async (key: string) => (await service.json(`/auth/keeper/get?key=${key}`)).body.value
    await set('content:small', 1000)
    await set('content:large', 200_000)
    expect([(await get('content:small')).length, await get('content:large')]).toEqual([1000, null])
  })

  test('a namespace that the settings alone name is offered, and keeps things for as long as they say', async () => {
    const { headers } = { headers: as('admin') }
    const page = await service.fetch('/admin/cache', { headers: { ...headers, accept: 'text/html' } })
    expect(await page.text()).toContain('value="letters"')
    for (const key of ['letters:a', 'notes:a']) await service.json('/auth/keeper/set', { body: { key, value: 1 } })
    const { body } = await service.json('/admin/cache/browser?q=s:a&limit=100', { headers })
    const lives = body.data.entries.map(({ namespace, ttl }: { namespace: string; ttl: number }) => [namespace, ttl])
    expect(lives).toEqual([
      ['notes', 3600],
      ['letters', 7],
    ])
  })

  test('KV is never touched, whatever happens', async () => {
    await service.fault('CACHE_KV', 'down')
    await service.json('/api/records?limit=2')
    await service.json('/auth/keeper/set', { body: { key: 'content:a', value: 1 } })
    await service.json('/auth/keeper/get?key=content:none')
    for (const path of ['clear', 'warm']) {
      expect((await service.json(`/admin/cache/${path}`, { method: 'POST', headers: as('admin') })).status).toBe(200)
    }
    await service.json('/admin/cache/browser', { headers: as('admin') })
    expect(await service.fault('CACHE_KV', null)).toBe(0)
  })
})

describe('without a memory tier', () => {
  const service = cacheService({ environment: 'none', without: ['CACHE_KV'] })

  test('everything comes from the database', async () => {
    expect(origin(await service.json('/api/people'))).toBe(MISS)
    expect(origin(await service.json('/api/people'))).toBe(MISS)
    await service.json('/auth/keeper/set', { body: { key: 'content:a', value: 1 } })
    expect((await service.json('/auth/keeper/get?key=content:a')).body.value).toBeNull()
  })
})

describe('answers that live for two seconds', () => {
  const service = cacheService({ environment: 'fleeting', faults: true })

  test('end, and are stale for two more', async () => {
    expect(origin(await service.json('/api/people'))).toBe(MISS)
    const failing = () => service.json('/auth/keeper/own?namespace=slow&name=a&page=1&fails=true')
    const made = await service.json('/auth/keeper/own?namespace=slow&name=a&page=1')
    expect((await failing()).body).toEqual(made.body)
    const { headers } = await service.json('/api/people')
    expect([origin({ headers }), Number(headers.get('x-cache-ttl')) <= 2]).toEqual([HIT, true])
    await service.fault('DB', 'down')
    await new Promise((resolve) => setTimeout(resolve, 2100))
    expect(origin(await service.json('/api/people'))).toBe('STALE memory')
    // Only a database that is away lets an old value stand in for a new one.
    expect((await failing()).status).toBe(500)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect((await service.json('/api/people')).status).toBe(503)
    await service.fault('DB', null)
    expect(origin(await service.json('/api/people'))).toBe(MISS)
  })
})
