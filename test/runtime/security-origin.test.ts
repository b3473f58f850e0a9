import { describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const evil = 'https://evil.example'

function post(path: string, headers: Record<string, string>, body?: string) {
  return service.json(path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
}

describe('a change that a cookie speaks for', () => {
  const cookie = as('editor', 'eve', 'cookie')

  test.each([
    ['its own origin', () => ({ origin: service.url.origin }), 200],
    ['its own page', () => ({ referer: `${service.url.origin}/admin/` }), 200],
    ['a browser that says so', () => ({ 'sec-fetch-site': 'same-origin' }), 200],
    ['an origin of the config', () => ({ origin: 'https://www.example.com' }), 200],
    ['nowhere', () => ({}), 403],
    ['another origin', () => ({ origin: evil }), 403],
    ['a page of another origin', () => ({ referer: `${evil}/?${service.url.origin}` }), 403],
    ['a sandbox', () => ({ origin: 'null' }), 403],
    ['another port', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    ['a longer name', () => ({ origin: `${service.url.origin}.evil.example` }), 403],
    ['the same site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['an origin that contradicts', () => ({ origin: evil, 'sec-fetch-site': 'same-origin' }), 403],
    ['an unreadable referer', () => ({ referer: 'not an address' }), 403],
  ])('from %s', async (_, headers, status) => {
    const answer = await post('/auth/probe/change', { ...cookie, ...headers() })
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body.code).toBe('csrf_failed')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s of a collection is looked at too', async (method) => {
    const path = method === 'POST' ? '/api/people' : '/api/people/none'
    const answer = await service.json(path, { method, headers: { ...cookie, origin: evil }, body: {} })
    expect([answer.status, answer.body.code]).toEqual([403, 'csrf_failed'])
  })

  test('a token is its own proof', async () => {
    expect((await post('/auth/probe/change', { ...as('editor'), origin: evil })).status).toBe(200)
  })
})

describe('a form that nobody speaks for', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test.each([
    ['its own origin', () => ({ origin: service.url.origin }), 200],
    ['a program', () => ({}), 200],
    ['another origin', () => ({ origin: evil }), 403],
    ['a sandbox', () => ({ origin: 'null' }), 403],
    ['another site, without an origin', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
  ])('from %s', async (_, headers, status) => {
    expect((await post('/auth/probe/either', { ...form, ...headers() }, 'name=Ann')).status).toBe(status)
  })

  test('text that a form can post as JSON is refused from another site', async () => {
    const answer = await post('/auth/probe/either', { 'content-type': 'text/plain', origin: evil }, '{"name":"Ann"}')
    expect(answer.status).toBe(403)
  })

  test('JSON is for the preflight to decide', async () => {
    const headers = { 'content-type': 'application/json', origin: evil }
    const answer = await post('/auth/probe/json', headers, '{"name":"Ann"}')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})
