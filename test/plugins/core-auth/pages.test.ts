import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { codeIn, nextMail, tokenIn } from './mailbox.ts'
import { addUser, bearer, cookiesOf, freshAddress, login, me, PASSWORD, SECRET, signedIn } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
/** A form as a browser on a page of the service posts it. */
const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: HTML, origin: service.url.origin, 'cf-connecting-ip': freshAddress(), ...headers },
  })
const open = (path: string, headers: Record<string, string> = {}) =>
  service.fetch(path, { headers: { accept: HTML, ...headers } })

describe('pages to sign in', () => {
  it.each(['/auth/login', '/auth/register', '/auth/forgot-password', '/auth/reset-password?token=x'])(
    '%s is a form that works without script, in no frame of others and no cache',
    async (path) => {
      const page = await open(path)
      const text = await page.text()
      expect(page.status).toBe(200)
      expect(text).toContain('<form method="post"')
      expect(text).toContain('autocomplete="')
      expect(text).not.toMatch(/\s(?:on\w+|style)=|<style/i)
      const policy = page.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("form-action 'self'")
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).not.toContain('unsafe')
      for (const script of text.match(/<script[^>]*>/g) ?? []) expect(script).toContain(`nonce="${nonce}"`)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('referrer-policy')).toBe('same-origin')
    },
  )

  it('show what they are given as text', async () => {
    const page = await open(`/auth/login?redirect=${encodeURIComponent('/"><script>alert(1)</script>')}`)
    expect(await page.text()).not.toContain('<script>alert')
    const again = await submit('/auth/login', { email: '"><script>alert(1)</script>', password: 'x' })
    expect(again.status).toBe(401)
    expect(await again.text()).not.toContain('<script>alert')
  })
})

describe('signing in by a form', () => {
  it('sets the cookies and leads to the page asked for', async () => {
    const { email } = await addUser(service)
    const answer = await submit('/auth/login', { email, password: PASSWORD, redirect: '/admin/content?page=2' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin/content?page=2'])
    const cookie = `auth_token=${cookiesOf(answer).auth_token?.value}`
    expect((await service.json('/api/auth/me', { headers: { cookie } })).body.user.email).toBe(email)
  })

  it('leads editors to the admin and others to the front', async () => {
    for (const [role, home] of [
      ['editor', '/admin/'],
      ['viewer', '/'],
    ]) {
      const { email } = await addUser(service, { role: role ?? '' })
      expect((await submit('/auth/login', { email, password: PASSWORD })).headers.get('location')).toBe(home)
    }
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/%0d%0aSet-Cookie:x=y\r\nX: y',
  ])('does not lead to %j', async (redirect) => {
    const { email } = await addUser(service)
    const answer = await submit('/auth/login', { email, password: PASSWORD, redirect })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  })

  it('shows the form again where it is refused, with the same status as the API', async () => {
    const { email } = await addUser(service)
    const wrong = await submit('/auth/login', { email, password: 'wrong' })
    const text = await wrong.text()
    expect(wrong.status).toBe(401)
    expect(text).toContain('role="alert"')
    expect(text).toContain(`value="${email}"`)
    expect(text).not.toContain('value="wrong"')
  })

  it('is for pages of this site: nobody is signed in by another one', async () => {
    const { email } = await addUser(service)
    for (const origin of ['https://evil.example', 'null']) {
      for (const path of ['/auth/login', '/auth/register', '/auth/forgot-password']) {
        const answer = await submit(path, { email, password: PASSWORD }, { origin })
        expect([path, answer.status]).toEqual([path, 403])
        expect(cookiesOf(answer)).toEqual({})
      }
    }
  })

  it('is for forms that say where they come from, whoever sends them', async () => {
    const { email } = await addUser(service)
    const fields = { email, password: PASSWORD, challengeToken: 'x', code: '1', token: 'x' }
    for (const path of ['login', 'otp', 'register', 'forgot-password', 'reset-password', 'verify-email']) {
      const answer = await service.fetch(`/auth/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
      expect([path, answer.status, cookiesOf(answer)]).toEqual([path, 403, {}])
      expect(await answer.json()).toMatchObject({ code: 'csrf_failed' })
    }
  })

  it('leads programs on as well, and tells them what is wrong by a problem', async () => {
    const { email } = await addUser(service)
    const accept = 'application/json'
    const answer = await submit('/auth/login', { email, password: PASSWORD, redirect: '/docs' }, { accept })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs'])
    const wrong = await submit('/auth/login', { email, password: 'wrong' }, { accept })
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
  })

  it('keeps where it was to lead when it is refused', async () => {
    const { email } = await addUser(service)
    const wrong = await submit('/auth/login', { email, password: 'wrong', redirect: '/docs?a=1&b=2' })
    expect(await wrong.text()).toContain('name="redirect" value="/docs?a=1&amp;b=2"')
  })

  it('asks for the code of the second factor', async () => {
    const person = await signedIn(service)
    await service.json('/api/auth/second-factor', {
      body: { enabled: true, password: PASSWORD },
      headers: bearer(person.token),
    })
    const page = await submit('/auth/login', { email: person.email, password: PASSWORD, redirect: '/docs' })
    const challengeToken = /name="challengeToken" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    const code = codeIn(await nextMail(service, person.email))
    const wrong = await submit('/auth/otp', { challengeToken, code: code === '000000' ? '1' : '000000' })
    expect(wrong.status).toBe(401)
    expect(await wrong.text()).toContain(`name="challengeToken" value="${challengeToken}"`)
    const answer = await submit('/auth/otp', { challengeToken, code, redirect: '/docs' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs'])
    expect(cookiesOf(answer).auth_token?.value).toBeDefined()
  })
})

describe('other forms', () => {
  it('register, and set a forgotten password', async () => {
    const email = 'by-form@example.com'
    const fields = { email, password: PASSWORD, username: '', firstName: 'Ann', lastName: '' }
    const weak = await submit('/auth/register', { ...fields, password: 'password1' })
    expect(weak.status).toBe(422)
    const shown = await weak.text()
    expect(shown).toMatch(/id="password-note" role="alert"[^>]*>This is one of the most common/)
    expect(shown).toContain(`value="${email}"`)
    expect(shown).not.toContain('password1')
    const answer = await submit('/auth/register', fields)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth/login?registered'])
    expect(await (await open('/auth/login?registered')).text()).toContain('Check your email')
    const program = await submit('/auth/register', { ...fields, email: 'program@example.com' }, { accept: '*/*' })
    expect([program.status, await program.json()]).toEqual([201, { message: expect.any(String) }])
    expect((await login(service, email)).body.code).toBe('email_unverified')
    const sent = await submit('/auth/forgot-password', { email })
    expect(await sent.text()).toContain('If there is an account')
    const token = tokenIn(await nextMail(service, email, 2), '/auth/reset-password')
    expect((await open(`/auth/reset-password?token=${token}`)).status).toBe(200)
    const done = await submit('/auth/reset-password', { token, password: 'a new and better one' })
    expect(await done.text()).toContain('The new password is set')
    const { body } = await login(service, email, 'a new and better one')
    expect(body.user).toMatchObject({ username: 'by-form', firstName: 'Ann', emailVerified: true })
    const used = await submit('/auth/reset-password', { token, password: 'a new and better one' })
    const again = await used.text()
    expect(used.status).toBe(401)
    for (const part of ['This link is unknown', `value="${token}"`]) expect(again).toContain(part)
  })

  it('sign out', async () => {
    const person = await signedIn(service)
    const cookie = `auth_token=${person.token}; refresh_token=${person.refreshToken}`
    expect((await submit('/auth/logout', {}, { cookie, origin: 'https://evil.example' })).status).toBe(403)
    expect((await me(service, person.token)).status).toBe(200)
    const answer = await submit('/auth/logout', {}, { cookie })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth/login'])
    expect((await me(service, person.token)).status).toBe(401)
  })
})

describe('the link that signs out', () => {
  it('works on this site, and asks first when another site leads there', async () => {
    const person = await signedIn(service)
    const cookie = `auth_token=${person.token}`
    const asked = await open('/auth/logout', { cookie, 'sec-fetch-site': 'cross-site' })
    expect(await asked.text()).toContain('action="/auth/logout"')
    await service.fetch('/auth/logout', { method: 'HEAD', headers: { cookie } })
    await open('/auth/logout', { cookie, 'sec-purpose': 'prefetch' })
    expect((await me(service, person.token)).status).toBe(200)
    const answer = await open('/auth/logout', { cookie, 'sec-fetch-site': 'same-origin' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth/login'])
    expect((await me(service, person.token)).status).toBe(401)
  })
})

describe('registration that is turned off', () => {
  it('is off for the page, the form and the API', async () => {
    const closed = await startService({
      vars: { JWT_SECRET: SECRET },
      edit: (files) => {
        const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
        manifest.environments.development.settings['core-auth'].registration = false
        files.set('.cms/manifest.json', JSON.stringify(manifest))
      },
    })
    const body = { email: 'late@example.com', password: PASSWORD }
    const answer = await closed.json('/auth/register', { body })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect((await closed.fetch('/auth/register')).status).toBe(403)
    expect(await (await closed.fetch('/auth/login')).text()).not.toContain('/auth/register')
    expect(await closed.sql('SELECT id FROM users')).toEqual([])
    await closed.dispose()
  })
})
