import { describe, expect, test } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()
const evil = 'https://evil.example'
const WEBSITE = 'https://www.example.com'

function post(path: string, headers: Record<string, string>, body?: string) {
  return service.json(path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
}

describe('a change that a cookie speaks for', () => {
  const cookie = as('editor', 'eve', 'cookie')

  test.each([
    ['nowhere', {}, 403],
    ['an unreadable page', { referer: 'not an address' }, 403],
    ['an origin that contradicts', { origin: evil, 'sec-fetch-site': 'same-origin' }, 403],
    ['a page that contradicts', { referer: evil, 'sec-fetch-site': 'same-origin' }, 403],
    ['an origin of the config, whatever the browser says', { origin: WEBSITE, 'sec-fetch-site': 'cross-site' }, 200],
    ['an origin, whatever the page', { origin: WEBSITE, referer: evil }, 200],
  ])('from %s', async (_, headers, status) => {
    const answer = await post('/auth/probe/change', { ...cookie, ...headers })
    expect([answer.status, answer.body.code]).toEqual([status, status === 403 ? 'csrf_failed' : undefined])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s of a collection is looked at too', async (method) => {
    const path = method === 'POST' ? '/api/people' : '/api/people/none'
    const answer = await service.json(path, { method, headers: { ...cookie, origin: evil }, body: {} })
    expect([answer.status, answer.body.code]).toEqual([403, 'csrf_failed'])
  })

  test('a token is its own proof, and reading changes nothing', async () => {
    expect((await post('/auth/probe/change', { ...as('editor'), origin: evil })).status).toBe(200)
    expect((await service.fetch('/auth/probe/me', { headers: { ...cookie, origin: evil } })).status).toBe(200)
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

  test('JSON is for the preflight to decide', async () => {
    const headers = { 'content-type': 'application/json', origin: evil }
    const answer = await post('/auth/probe/json', headers, '{"name":"Ann"}')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})
