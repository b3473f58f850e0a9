import { describe, expect, test } from 'vitest'
import { as, counter } from '../../harness/as.ts'
import { cacheService } from './cache-fixture.ts'

const service = cacheService()
const next = counter()

const set = (key: string, value: unknown) => service.json('/auth/keeper/set', { body: { key, value } })
const get = async (key: string) =>
  (await service.json(`/auth/keeper/get?key=${encodeURIComponent(key)}`)).body.value as unknown
const invalidate = async (pattern: string) =>
  (await service.json('/auth/keeper/invalidate', { body: { pattern } })).body.count as number
const own = async (namespace: string, name: string, page = '1') =>
  (await service.json(`/auth/keeper/own?namespace=${namespace}&name=${name}&page=${page}`)).body.made as number

describe('values', () => {
  test.each([[1], ['text'], [null], [true], [[1, [2]]], [{ a: { b: 'ж' } }]])(
    '%j comes back as it was',
    async (value) => {
      await set('content:value', value)
      expect(await get('content:value')).toEqual(value)
      expect(await get('cache:content:value')).toEqual(value)
    },
  )

  test('what JSON cannot say is not kept', async () => {
    expect((await service.json('/auth/keeper/nothing')).body.times).toBe(2)
  })

  test('namespaces are apart', async () => {
    await set('content:same', 1)
    await set('user:same', 2)
    expect([await get('content:same'), await get('user:same'), await get('media:same')]).toEqual([1, 2, null])
  })

  test('what a plugin keeps in the namespace of answers is no answer', async () => {
    await set('api:people', { status: 200, text: '{"data":"forged"}', headers: {} })
    const { body } = await service.json('/api/people')
    expect(body.data).toEqual([])
    expect(await get('api:people')).toBeNull()
  })

  test.each(['', 'content', 'content:', ':x', 'cache:content'])('%j is no key', async (key) => {
    expect((await set(key, 1)).status).toBe(500)
  })
})

describe('invalidation', () => {
  test('takes what a pattern matches, and says how many there were', async () => {
    for (const key of ['content:a:1', 'content:a:2', 'content:b:1', 'content:a', 'user:a:1']) await set(key, key)
    expect(await invalidate('content:a:*')).toBe(3)
    const left = await Promise.all(['content:a:1', 'content:a:2', 'content:b:1', 'content:a', 'user:a:1'].map(get))
    expect(left).toEqual([null, null, 'content:b:1', null, 'user:a:1'])
  })

  test('time does not grow with the wildcards of a pattern', async () => {
    await set(`content:${'a'.repeat(3000)}`, 1)
    const began = Date.now()
    await invalidate(`content:${'*a'.repeat(200)}b`)
    expect(Date.now() - began).toBeLessThan(2000)
  })
})

describe('a namespace of a plugin', () => {
  test('makes a value once, for all who ask at once', async () => {
    const values = await Promise.all(Array.from({ length: 8 }, () => own('slow', 'list')))
    expect(new Set(values).size).toBe(1)
    expect(await own('slow', 'list')).toBe(values[0])
    expect(await own('slow', 'list', '2')).not.toBe(values[0])
  })

  test.each(['api', 'content', 'user', 'Big', 'a:b', 'a*', ''])('cannot be called %j', async (namespace) => {
    const { body } = await service.json(`/auth/keeper/declare?namespace=${namespace}`)
    expect([body.taken, body.error]).toEqual([false, expect.stringContaining('TypeError')])
  })

  test('ends with the events that it lists', async () => {
    const first = await own('faq', 'list')
    expect(await own('faq', 'list')).toBe(first)
    await set('content:stays', 1)
    await service.json('/auth/keeper/upload', { method: 'POST' })
    expect(await own('faq', 'list')).not.toBe(first)
    expect(await get('content:stays')).toBe(1)
  })

  test('ends with writes to content where it lists their events', async () => {
    const first = await own('front', 'page')
    expect(await own('front', 'page')).toBe(first)
    await set('content:page', 1)
    await set('user:page', 1)
    await service.json('/api/people', { body: { name: `Person ${next()}` }, headers: as('editor') })
    expect(await own('front', 'page')).not.toBe(first)
    expect([await get('content:page'), await get('user:page')]).toEqual([null, 1])
  })
})
