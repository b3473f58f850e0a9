import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostStore } from '../../src/hosts/host.ts'
import { createStore, removeExpired } from '../../src/hosts/node/store.ts'
import { openNodeDatabases } from './node-database.ts'
import { startBindings } from './workerd.ts'

interface Opened {
  readonly store: HostStore
  dispose(): Promise<void>
}

const HOSTS: { readonly [name: string]: () => Promise<Opened> } = {
  workerd: async () => {
    const { bindings, dispose } = await startBindings()
    return { store: bindings.STORE, dispose }
  },
  node: async () => {
    const { databases, dispose } = await openNodeDatabases()
    const [db] = databases
    if (!db) throw new Error('no database')
    return { store: createStore(db), dispose }
  },
}

describe.each(Object.entries(HOSTS))('a store of %s', (_, open) => {
  let opened: Opened
  let store: HostStore
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.dispose())

  const names = async (prefix: string, limit?: number) => {
    const pages: string[][] = []
    for (let cursor: string | undefined; ; ) {
      const page = await store.list({ prefix, ...(limit && { limit }), ...(cursor && { cursor }) })
      pages.push(page.keys.map(({ name }) => name))
      if (page.list_complete) return pages
      cursor = page.cursor
    }
  }

  it('gives what was put, as a text or as JSON', async () => {
    await store.put('a', '{"b":[1,"ü"]}')
    expect(await store.get('a')).toBe('{"b":[1,"ü"]}')
    expect(await store.get('a', 'text')).toBe('{"b":[1,"ü"]}')
    expect(await store.get('a', 'json')).toEqual({ b: [1, 'ü'] })
    await store.put('a', '')
    expect(await store.get('a')).toBe('')
  })

  it('gives the metadata of the last value', async () => {
    await store.put('m', 'x', { metadata: { size: 1 } })
    expect(await store.getWithMetadata('m')).toMatchObject({ value: 'x', metadata: { size: 1 } })
    await store.put('m', 'y')
    expect(await store.getWithMetadata('m')).toMatchObject({ value: 'y', metadata: null })
  })

  it('knows nothing of keys that are not there, or not any more', async () => {
    await store.put('gone', 'x')
    await store.delete('gone')
    await store.delete('gone')
    expect([await store.get('gone'), await store.get('gone', 'json')]).toEqual([null, null])
    expect(await store.getWithMetadata('gone')).toMatchObject({ value: null, metadata: null })
  })

  it('lists keys by their bytes, by prefix, page by page', async () => {
    const all = ['p:B', 'p:a', 'p:a%b', 'p:b', 'p:é', 'p:😀']
    for (const name of ['q', ...all.toReversed(), 'p']) await store.put(name, 'x')
    expect(await names('p:')).toEqual([all])
    expect(await names('p:', 2)).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)])
    expect(await names('p:a')).toEqual([['p:a', 'p:a%b']])
    expect(await names('none')).toEqual([[]])
    await store.put('with', 'x', { metadata: { at: 5 }, expirationTtl: 60 })
    expect((await store.list({ prefix: 'with' })).keys).toMatchObject([{ name: 'with', metadata: { at: 5 } }])
  })

  it('refuses what KV refuses', async () => {
    await expect(store.put('', 'x')).rejects.toThrow('Key name cannot be empty')
    await expect(store.put('é'.repeat(257), 'x')).rejects.toThrow('exceeds key length limit of 512')
    await expect(store.get('x'.repeat(513))).rejects.toThrow('exceeds key length limit of 512')
    await expect(store.put('x', 'x', { expirationTtl: 59 })).rejects.toThrow('at least 60')
    await expect(store.put('x', 'x', { metadata: 'x'.repeat(1023) })).rejects.toThrow('exceeds limit of 1024')
    await expect(store.list({ limit: 1001 })).rejects.toThrow('Invalid key_count_limit of 1001')
    expect(await store.get('x')).toBeNull()
  })
})

describe('a store in a database', () => {
  it('forgets what has expired, and every process sees what another one wrote', async () => {
    const { databases, dispose } = await openNodeDatabases(2)
    let now = 1_000_000
    const [one, other] = databases.map((db) => createStore(db, () => now))
    if (!one || !other || !databases[0]) throw new Error('no database')
    await one.put('short', 'x', { expirationTtl: 60 })
    await one.put('long', 'x', { expirationTtl: 3600 })
    await one.put('ever', 'x')
    expect((await other.list()).keys.map(({ name }) => name)).toEqual(['ever', 'long', 'short'])
    now += 60_000
    expect([await one.get('short'), await other.get('short'), await other.get('long')]).toEqual([null, null, 'x'])
    expect((await other.list()).keys.map(({ name }) => name)).toEqual(['ever', 'long'])
    await removeExpired(databases[0], now)
    const rows = await databases[0].prepare('SELECT key FROM _host_store ORDER BY key').all()
    expect(rows.results).toEqual([{ key: 'ever' }, { key: 'long' }])
    await other.put('short', 'again', { expirationTtl: 60 })
    expect(await one.get('short')).toBe('again')
    await dispose()
  })
})
