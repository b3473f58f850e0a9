import { describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('headers of every answer', () => {
  const requests: [string, string, RequestInit][] = [
    ['a route', '/auth/probe/public', {}],
    ['a collection', '/api/people', {}],
    ['HEAD', '/api/people', { method: 'HEAD' }],
    ['a missing page', '/nowhere', {}],
    ['a missing document', '/api/people/none', {}],
    ['a wrong method', '/auth/probe/public', { method: 'DELETE' }],
    ['a preflight', '/api/people', { method: 'OPTIONS' }],
    ['a refused caller', '/auth/probe/me', {}],
    ['a redirect to the login page', '/auth/probe/me', { headers: { accept: 'text/html' } }],
    ['an error inside', '/auth/probe/crash', {}],
    ['text that is no JSON, to be indented', '/api/probe/broken?pretty', {}],
    ['an answer whose headers are locked', '/auth/probe/away', {}],
    ['a skipped bootstrap', '/assets/probe.txt', {}],
    ['a refused body', '/api/people', { method: 'POST', body: '{', headers: as('editor') }],
  ]
  test.each(requests)('%s', async (_, path, init) => {
    const { headers } = await service.fetch(path, init)
    expect(headers.get('x-request-id')).toMatch(UUID)
    expect(headers.get('x-response-time')).toMatch(/^\d+ms$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('x-xss-protection')).toBe('1; mode=block')
  })

  test('each request has an id of its own, whatever the caller sends', async () => {
    const first = await service.fetch('/auth/probe/public', { headers: { 'x-request-id': 'mine' } })
    const second = await service.fetch('/auth/probe/public')
    expect(first.headers.get('x-request-id')).not.toBe('mine')
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'))
  })
})

describe('methods', () => {
  test('a known path with a wrong method is 405 and says what is allowed', async () => {
    const answer = await service.json('/auth/probe/public', { method: 'DELETE' })
    expect(answer.status).toBe(405)
    expect(answer.body.code).toBe('method_not_allowed')
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test.each([
    ['/api/people', 'DELETE', 'GET, HEAD, OPTIONS, POST'],
    ['/api/people/some-id', 'POST', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
    ['/api/people/some-id/versions', 'PUT', 'GET, HEAD, OPTIONS'],
    ['/api/people/some-id/versions/1', 'POST', 'GET, HEAD, OPTIONS, PATCH'],
    ['/api/people/some-id/versions/1/restore', 'GET', 'OPTIONS, POST'],
  ])('%s refuses %s', async (path, method, allow) => {
    const answer = await service.fetch(path, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
  })

  test('HEAD answers like GET, without a body', async () => {
    const head = await service.fetch('/api/people', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('etag')).toBe((await service.fetch('/api/people')).headers.get('etag'))
    expect(await head.text()).toBe('')
  })

  test('OPTIONS says what is allowed', async () => {
    const answer = await service.fetch('/api/people', { method: 'OPTIONS' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
    expect((await service.fetch('/nowhere', { method: 'OPTIONS' })).status).toBe(404)
  })
})

describe('paths', () => {
  test.each([
    ['/auth/probe/slashed', 200, 'slashed'],
    ['/auth/probe/slashed/', 200, 'slashed'],
    ['/auth/probe/public/', 200, 'public'],
    ['/auth/probe/below/a/b', 200, '/auth/probe/below/a/b'],
  ])('%s', async (path, status, body) => {
    const answer = await service.fetch(path)
    expect([answer.status, await answer.text()]).toEqual([status, body])
  })

  test('a collection answers with a closing slash too', async () => {
    expect((await service.fetch('/api/people/')).status).toBe(200)
  })

  test('a name goes before a parameter', async () => {
    const headers = as('editor')
    expect(await (await service.fetch('/admin/probe/items/new', { headers })).text()).toBe('new')
    expect(await (await service.fetch('/admin/probe/items/7', { headers })).text()).toBe('item 7')
  })

  test.each([
    '/nowhere',
    '/api/nowhere',
    '/api/people/1/other',
    '/api/people/1/versions/1/restore/more',
    '/api/constructor',
    '/api/__proto__',
    '/%E0%A4%A',
    '/api/people/%00',
    `/api/people/${'x'.repeat(3000)}`,
  ])('%s is 404', async (path) => {
    const answer = await service.json(path)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('not_found')
  })
})

describe('cross-origin requests', () => {
  const origin = 'https://www.example.com'

  test('an origin of the config may read, with credentials', async () => {
    const { headers } = await service.fetch('/api/people', { headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-expose-headers')).toContain('ETag')
    expect(headers.get('vary')).toContain('Origin')
  })

  test('errors can be read too', async () => {
    const { headers } = await service.fetch('/nowhere', { headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  })

  test('a preflight is answered from the routes', async () => {
    const answer = await service.fetch('/api/people/1', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization,content-type')
    expect(answer.headers.get('access-control-max-age')).toBe('60')
  })

  test('any other origin is told nothing', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    const answer = await service.fetch('/api/people/1', { method: 'OPTIONS', headers })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('access-control-allow-methods')).toBeNull()
    expect(answer.headers.get('vary')).toContain('Origin')
  })
})

describe('pretty JSON', () => {
  test.each(['/api/people?pretty', '/api/people?pretty=1&limit=1', '/api/probe/query?pretty', '/api/nowhere?pretty'])(
    '%s is indented by two spaces',
    async (path) => {
      const text = await (await service.fetch(path)).text()
      expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2))
      expect(text).toContain('\n  "')
    },
  )

  test('only under /api/', async () => {
    expect(await (await service.fetch('/auth/probe/settings?pretty')).text()).not.toContain('\n')
  })

  test('without it, one line', async () => {
    expect(await (await service.fetch('/api/people')).text()).not.toContain('\n')
  })
})

describe('pages of the admin', () => {
  test('a browser may keep an HTML page for a minute', async () => {
    const page = await service.fetch('/admin/probe/page', { headers: as('editor') })
    expect(page.headers.get('cache-control')).toBe('private, max-age=60')
    // In another language it is another page.
    expect(page.headers.get('vary')).toContain('Cookie, Accept-Language')
  })

  test('nothing else is kept', async () => {
    const text = await service.fetch('/admin/probe/items/7', { headers: as('editor') })
    const missing = await service.fetch('/admin/nowhere', { headers: { ...as('editor'), accept: 'text/html' } })
    expect(text.headers.get('cache-control')).toBe('private, no-store')
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })
})
