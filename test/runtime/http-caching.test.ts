import { beforeAll, describe, expect, test } from 'vitest'
import { as, counter } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')
const next = counter()

/** The published article that all tests read. */
let id = ''

beforeAll(async () => {
  id = (await article({ status: 'published' })).body.data.id
})

const article = (fields: object) =>
  service.json('/api/articles', { body: { title: `Title ${next()}`, ...fields }, headers: editor })

const cacheControl = async (path: string, init?: RequestInit) =>
  (await service.fetch(path, init)).headers.get('cache-control')
const varies = async (path: string, init?: RequestInit) =>
  ((await service.fetch(path, init)).headers.get('vary') ?? '').split(/,\s*/)

/** Paths that everybody reads alike, with the header that their rule produces. */
const PUBLIC = () => [
  { path: '/api/articles', kept: 'public, max-age=60, stale-while-revalidate=600' },
  { path: `/api/articles/${id}`, kept: 'public, max-age=60, stale-while-revalidate=600' },
  { path: '/api/articles?populate=author&sort=title', kept: 'public, max-age=60, stale-while-revalidate=600' },
  { path: '/api/people', kept: 'public, no-cache' },
  { path: '/api/content', kept: 'public, no-cache' },
  { path: '/api/collections', kept: 'public, no-cache' },
  { path: '/api', kept: 'public, no-cache' },
  { path: '/api?pretty', kept: 'public, no-cache' },
  { path: '/docs', kept: 'public, no-cache' },
  { path: '/auth/probe/kept', kept: 'public, max-age=30' },
]

describe('what everybody may have', () => {
  test('is kept as the rule says', async () => {
    for (const { path, kept } of PUBLIC()) expect([path, await cacheControl(path)]).toEqual([path, kept])
  })

  test('has a strong ETag, and is 304 to whoever has it, with the same headers and no body', async () => {
    for (const { path, kept } of PUBLIC()) {
      const first = await service.fetch(path)
      const etag = first.headers.get('etag') ?? ''
      expect([path, etag]).toEqual([path, expect.stringMatching(/^"[\w-]+"$/)])
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await service.fetch(path, { headers: { 'if-none-match': known } })
        expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
        expect(again.headers.get('etag')).toBe(etag)
        expect(again.headers.get('cache-control')).toBe(kept)
        expect(again.headers.get('vary')).toBe(first.headers.get('vary'))
      }
      expect((await service.fetch(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    }
  })

  test('is told apart from what somebody in particular gets, and by nothing that makes no difference', async () => {
    for (const { path } of PUBLIC()) {
      expect((await varies(path)).toSorted()).toEqual(['Authorization', 'Cookie', 'Origin'])
    }
  })

  test('has the same headers for HEAD', async () => {
    for (const { path } of PUBLIC()) {
      const [get, head] = await Promise.all([service.fetch(path), service.fetch(path, { method: 'HEAD' })])
      expect([path, head.status, await head.text()]).toEqual([path, 200, ''])
      for (const name of ['etag', 'cache-control', 'vary', 'content-type']) {
        expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)])
      }
      const headers = { 'if-none-match': get.headers.get('etag') ?? '' }
      expect((await service.fetch(path, { method: 'HEAD', headers })).status).toBe(304)
    }
  })

  test('sets no cookie, whatever came with the request', async () => {
    for (const { path } of PUBLIC()) {
      const headers = { cookie: 'auth_token=nonsense; other=1', authorization: 'Bearer nonsense' }
      expect((await service.fetch(path, { headers })).headers.getSetCookie()).toEqual([])
    }
  })

  test('has another ETag when it changes', async () => {
    const etags = () =>
      Promise.all(
        ['/api/articles', '/api/content'].map(async (path) => (await service.fetch(path)).headers.get('etag')),
      )
    const before = await etags()
    await article({ status: 'published' })
    const after = await etags()
    expect(after.filter((etag, index) => etag === before[index])).toEqual([])
  })

  test('is indented with an ETag of its own', async () => {
    const [plain, pretty] = await Promise.all([
      service.fetch('/api/collections'),
      service.fetch('/api/collections?pretty'),
    ])
    expect(pretty.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    expect(await pretty.text()).toContain('\n  "data"')
  })
})

describe('what depends on who asks', () => {
  test('is nobody else’s to keep', async () => {
    for (const { path } of PUBLIC()) {
      for (const headers of [editor, as('viewer', 'vic', 'cookie'), { 'x-test-token': 'bad' }]) {
        expect([path, await cacheControl(path, { headers })]).toEqual([path, 'private, no-store'])
      }
    }
  })

  test('is 304 all the same to who has it', async () => {
    for (const { path } of PUBLIC()) {
      const etag = (await service.fetch(path, { headers: editor })).headers.get('etag') ?? ''
      const again = await service.fetch(path, { headers: { ...editor, 'if-none-match': etag } })
      expect([path, again.status, again.headers.get('cache-control')]).toEqual([path, 304, 'private, no-store'])
    }
  })

  test('an answer that sets a cookie is one of these, whatever its rule says', async () => {
    const { headers } = await service.fetch('/auth/probe/kept?cookie=1')
    expect([headers.get('cache-control'), headers.getSetCookie()]).toEqual(['private, no-store', ['seen=1']])
  })

  test('routes without a rule are not kept', async () => {
    expect(await cacheControl('/auth/probe/public')).toBe('private, no-store')
    expect(await cacheControl(`/api/articles/${id}/versions`, { headers: editor })).toBe('private, no-store')
  })

  test('a redirect is not kept', async () => {
    const answer = await service.fetch('/auth/probe/me', { headers: { accept: 'text/html' } })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
  })
})

describe('errors and changes', () => {
  test('are never kept', async () => {
    const paths = [
      '/api/articles/nothing',
      '/api/nothing',
      '/nothing',
      '/api/articles?nothing=1',
      '/auth/probe/me',
      '/auth/probe/own?gone',
    ]
    for (const path of paths) {
      for (const headers of [{}, { accept: 'text/html' }, { 'if-none-match': '*' }]) {
        const answer = await service.fetch(path, { headers: { accept: '*/*', ...headers } })
        if (answer.status === 302) continue
        expect([path, answer.status >= 400, answer.headers.get('cache-control')]).toEqual([path, true, 'no-store'])
      }
    }
    expect(await cacheControl('/api/articles', { method: 'PUT' })).toBe('no-store')
    expect((await article({})).headers.get('cache-control')).toBe('no-store')
  })

  test('a document that only those who are signed in may read is an error like any other', async () => {
    const { body } = await article({ status: 'draft' })
    expect(await cacheControl(`/api/articles/${body.data.id}`)).toBe('no-store')
  })
})

test('a handler that says for how long knows better', async () => {
  expect(await cacheControl('/auth/probe/own')).toBe('public, max-age=3600')
})

describe('what is scheduled', () => {
  test('bounds for how long lists are kept, to the moment of its publication', async () => {
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
    await article({ status: 'scheduled', scheduledAt: inSeconds(5000) })
    expect(await cacheControl('/api/articles')).toBe('public, max-age=60, stale-while-revalidate=600')
    await article({ status: 'scheduled', scheduledAt: inSeconds(400) })
    expect(await cacheControl('/api/articles')).toBe('public, max-age=60')
    await article({ status: 'scheduled', scheduledAt: inSeconds(20) })
    for (const query of ['', '?count=none', '?title[contains]=x', '?populate=author']) {
      const seconds = Number(/^public, max-age=(\d+)$/.exec((await cacheControl(`/api/articles${query}`)) ?? '')?.[1])
      expect(seconds).toBeGreaterThan(5)
      expect(seconds).toBeLessThanOrEqual(20)
    }
  })

  test('changes nothing for a document by its id', async () => {
    expect(await cacheControl(`/api/articles/${id}`)).toBe('public, max-age=60, stale-while-revalidate=600')
  })
})
