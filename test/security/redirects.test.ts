import { beforeAll, describe, expect, test } from 'vitest'
import { addUser, freshAddress, PASSWORD, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
const FORM = 'application/x-www-form-urlencoded'

let email = ''
let cookie = ''

beforeAll(async () => {
  await service.fetch('/api/health')
  email = (await addUser(service, { role: 'editor' })).email
  cookie = `auth_token=${(await signedIn(service, 'editor')).token}`
})

/** Redirect targets that attackers try, in forms that have fooled browsers and parsers. */
const ELSEWHERE = [
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/./.././/evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/\u0000/evil.example',
  '/\u2028/evil.example',
  '/\uff0fevil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '@evil.example',
  '/\r\nLocation: https://evil.example',
  '/admin\r\nSet-Cookie: auth_token=mine',
]

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return service.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': FORM,
      accept: 'text/html',
      origin: service.url.origin,
      'cf-connecting-ip': freshAddress(),
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  })
}

/** A redirect leads to a path of this site, read as a browser reads it. */
function expectOwn(answer: Response): void {
  expect([302, 303]).toContain(answer.status)
  const location = answer.headers.get('location') ?? ''
  expect(location).toMatch(/^\/(?![/\\])/)
  expect(new URL(location, service.url).origin).toBe(service.url.origin)
}

describe('signing in leads nowhere else', () => {
  test.each(ELSEWHERE.map((target) => [JSON.stringify(target), target]))('%s', async (_, redirect) => {
    const answer = await post('/auth/login', { email, password: PASSWORD, redirect })
    expectOwn(answer)
    expect(answer.headers.get('location')).not.toContain('evil.example')
    expect(answer.headers.getSetCookie().filter((line) => line.includes('=mine'))).toEqual([])
  })

  test('but to the page that was asked for', async () => {
    const answer = await post('/auth/login', {
      email,
      password: PASSWORD,
      redirect: '/admin/content/?collection=posts#top',
    })
    expect(answer.headers.get('location')).toBe('/admin/content/?collection=posts#top')
  })
})

describe('choosing a theme leads nowhere else', () => {
  test.each(ELSEWHERE.map((target) => [JSON.stringify(target), target]))('%s', async (_, back) => {
    expectOwn(await post('/auth/theme', { theme: 'dark', back }, { cookie }))
  })
})

describe('being asked to sign in', () => {
  test.each([
    '/admin/?next=https://evil.example',
    '/admin//evil.example',
    '/admin/%0d%0aSet-Cookie:x=1',
    '/admin/%5cevil',
  ])('at %s leads to the login page of this site', async (path) => {
    const answer = await service.fetch(path, { headers: { accept: 'text/html' } })
    expectOwn(answer)
    expect(answer.headers.get('location')).toMatch(/^\/auth\/login\?redirect=%2Fadmin/)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('for htmx names no other site either', async () => {
    const answer = await service.fetch('/admin//evil.example', { headers: { 'hx-request': 'true' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('hx-redirect')).toMatch(/^\/auth\/login\?redirect=%2Fadmin/)
  })
})
