import { describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const production = sharedService({ environment: 'production', vars: { PROBE_KEY: 'key' } })
const html = { accept: 'text/html' }

describe('every answer', () => {
  const requests: [string, string, RequestInit][] = [
    ['a route', '/auth/probe/public', {}],
    ['a document that did not change', '/auth/probe/kept', { headers: { 'if-none-match': '*' } }],
    ['a missing page', '/nowhere', { headers: html }],
    ['a missing document', '/api/people/none', {}],
    ['a wrong method', '/auth/probe/public', { method: 'DELETE' }],
    ['a preflight', '/api/people', { method: 'OPTIONS' }],
    ['a redirect to the login page', '/auth/probe/me', { headers: html }],
    ['a redirect of a handler', '/auth/probe/away', {}],
    ['an error inside', '/auth/probe/crash', {}],
    ['an error inside, as a page', '/auth/probe/crash', { headers: html }],
    ['a refused body', '/api/people', { method: 'POST', body: '{', headers: as('editor') }],
    ['a refused address', `/nowhere?${'&'.repeat(200)}`, {}],
  ]
  test.each(requests)('%s', async (_, path, init) => {
    const { headers } = await service.fetch(path, init)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'x-xss-protection': '1; mode=block',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    for (const banner of ['server', 'x-powered-by']) expect(headers.get(banner)).toBeNull()
  })
})

describe('pages and data', () => {
  test('a page that says nothing of its own loads no script', async () => {
    const { headers } = await service.fetch('/admin/probe/page', { headers: as('editor') })
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('script-src')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  test.each(['/nowhere', '/auth/probe/crash', '/admin/nowhere'])(
    'the error page of %s has no unsafe-inline',
    async (path) => {
      const { headers } = await service.fetch(path, { headers: { ...html, ...as('editor') } })
      expect(headers.get('content-type')).toContain('text/html')
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
    },
  )

  test.each(['/api/people', '/api/people/none', '/nowhere'])(
    'data at %s loads nothing and stands in no frame',
    async (path) => {
      const { headers } = await service.fetch(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    },
  )
})

describe('strict transport', () => {
  test('browsers stay on https outside development', async () => {
    const answer = await production.fetchAs('https://cms.example.com/api/people')
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  })

  test('nothing is said over http, nor in development', async () => {
    expect((await production.fetch('/api/people')).headers.get('strict-transport-security')).toBeNull()
    const answer = await service.fetchAs('https://localhost/api/people')
    expect(answer.headers.get('strict-transport-security')).toBeNull()
  })
})
