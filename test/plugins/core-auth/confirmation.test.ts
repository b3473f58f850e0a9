import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { mailsTo, nextMail, tokenIn } from './mailbox.ts'
import { bearer, cookiesOf, freshAddress, login, me, PASSWORD, SECRET } from './people.ts'

const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
let people = 0
const newcomer = () => {
  people += 1
  return `claimed-${people}@example.com`
}

/** A service with these settings over those of an environment. */
function withSettings(settings: object, environment = 'development') {
  return startService({
    vars: { JWT_SECRET: SECRET },
    edit: (files) => {
      const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
      const chosen = { ...manifest.environments[environment].settings['core-auth'], ...settings }
      manifest.environments.development.settings['core-auth'] = chosen
      files.set('.cms/manifest.json', JSON.stringify(manifest))
    },
  })
}

const calls = (service: Service) => ({
  register: (email: string) =>
    service.json('/auth/register', {
      body: { email, password: PASSWORD },
      headers: { 'cf-connecting-ip': freshAddress() },
    }),
  open: (token: string, headers: Record<string, string> = {}) =>
    service.json(`/auth/verify-email?token=${token}`, { headers: { 'cf-connecting-ip': freshAddress(), ...headers } }),
  reset: (token: string, password: string) =>
    service.json('/auth/reset-password', {
      body: { token, password },
      headers: { 'cf-connecting-ip': freshAddress() },
    }),
  linkTo: async (email: string, count = 1) => tokenIn(await nextMail(service, email, count), '/auth/verify-email'),
})

describe('an address that a stranger registered', () => {
  let service: Service
  beforeAll(async () => {
    service = await withSettings({ requireVerifiedEmail: false })
    await service.fetch('/api/health')
  })
  afterAll(() => service.dispose())

  it('belongs to whoever confirms it: the stranger has no way in any more, and the role stays', async () => {
    const { register, open, linkTo, reset } = calls(service)
    const email = newcomer()
    await register(email)
    const link = await linkTo(email)
    const stranger = (await login(service, email)).body
    await service.sql("UPDATE users SET role = 'editor' WHERE email = ?", email)
    const token = await service.json('/admin/auth/tokens', {
      body: { name: 'later', scopes: ['content.edit'] },
      headers: bearer(stranger.token),
    })
    await service.json('/auth/forgot-password', { body: { email } })
    // The mail of the registration, that of the API token, and this one.
    await nextMail(service, email, 3)
    const mails = await mailsTo(service, email)
    const asked = mails.find(({ template }) => template === 'password-reset')
    const earlier = asked ? tokenIn(asked, '/auth/reset-password') : ''
    expect(earlier).toHaveLength(43)
    const { status, body } = await open(link)
    expect([status, body.passwordToken]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)])
    expect((await me(service, stranger.token)).status).toBe(401)
    expect((await me(service, token.body.data.token)).status).toBe(401)
    expect((await service.json('/api/auth/refresh', { body: { refreshToken: stranger.refreshToken } })).status).toBe(
      401,
    )
    expect((await login(service, email)).body.code).toBe('invalid_credentials')
    expect((await reset(earlier, 'the password of a stranger')).status).toBe(401)
    expect((await reset(body.passwordToken, 'the password of its owner')).status).toBe(200)
    const owner = await login(service, email, 'the password of its owner')
    expect(owner.body.user).toMatchObject({ email, role: 'editor', emailVerified: true })
  })

  it('is claimed on a page that takes a new password', async () => {
    const { register, linkTo } = calls(service)
    const email = newcomer()
    await register(email)
    const page = await service.fetch(`/auth/verify-email?token=${await linkTo(email)}`, { headers: { accept: HTML } })
    const text = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(text).toContain('Your address is confirmed')
    const again = await service.fetch('/auth/verify-email?token=none', { headers: { accept: HTML } })
    expect([again.status, (await again.text()).includes('href="/auth/login"')]).toEqual([401, true])
    const token = /name="token" value="([\w-]{43})"/.exec(text)?.[1] ?? ''
    const fields = { token, why: 'confirmed', password: 'the password of its owner' }
    const submit = (body: Record<string, string>) =>
      service.fetch('/auth/reset-password', {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: { accept: HTML, origin: service.url.origin, 'cf-connecting-ip': freshAddress() },
      })
    const weak = await submit({ ...fields, password: 'iloveyou' })
    expect([weak.status, (await weak.text()).includes('Your address is confirmed')]).toEqual([422, true])
    expect((await submit(fields)).status).toBe(200)
    expect((await login(service, email, 'the password of its owner')).status).toBe(200)
  })
})

describe('signing in with an address that was not confirmed', () => {
  let service: Service
  beforeAll(async () => {
    service = await withSettings({})
    await service.fetch('/api/health')
  })
  afterAll(() => service.dispose())

  it('is refused to who knows the password, whose page sends the mail again', async () => {
    const { register } = calls(service)
    const email = newcomer()
    await register(email)
    await nextMail(service, email)
    const submit = (path: string, fields: Record<string, string>) =>
      service.fetch(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { accept: HTML, origin: service.url.origin, 'cf-connecting-ip': freshAddress() },
      })
    const page = await submit('/auth/login', { email, password: PASSWORD })
    const text = await page.text()
    expect(page.status).toBe(403)
    expect(text).toContain('action="/auth/verify-email"')
    expect(text).toContain(`name="email" value="${email}"`)
    const wrong = await submit('/auth/login', { email, password: 'another password' })
    expect(await wrong.text()).not.toContain('action="/auth/verify-email"')
    expect((await submit('/auth/verify-email', { email })).status).toBe(200)
    expect((await nextMail(service, email, 2)).template).toBe('verification')
  })

  it('goes on with the password that was chosen, where the link is opened in the browser that registered', async () => {
    const { register, open, linkTo } = calls(service)
    const [own, foreign] = [newcomer(), newcomer()]
    const browser = cookiesOf(await register(own)).registration
    expect(browser?.attributes).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/auth/verify-email', 'SameSite=Lax'])
    await register(foreign)
    const cookie = `registration=${browser?.value}`
    const other = await open(await linkTo(foreign), { cookie })
    expect(other.body.passwordToken).toBeDefined()
    expect((await login(service, foreign)).status).toBe(401)
    const again = cookiesOf(await register(newcomer())).registration?.value
    expect(again).not.toBe(browser?.value)
  })

  it('leaves the first mail alone when a sign-in link is asked for', async () => {
    const { register, open, linkTo } = calls(service)
    const email = newcomer()
    await register(email)
    const first = await linkTo(email)
    await service.json('/auth/magic-link/request', { body: { email } })
    expect((await nextMail(service, email, 2)).template).toBe('verification')
    expect((await open(first)).status).toBe(200)
  })

  it('cannot begin where nothing sends the mail', async () => {
    await service.sql(`UPDATE plugins SET active = 0 WHERE id = 'email'`)
    const register = () => calls(service).register(newcomer())
    await expect.poll(async () => (await register()).status).toBe(503)
    expect((await register()).body.code).toBe('not_configured')
    const page = await service.fetch('/auth/login', { headers: { accept: HTML } })
    expect(await page.text()).not.toContain('/auth/register')
  })
})

describe('outside development', () => {
  it('nobody registers, and the page to sign in does not offer it', async () => {
    const service = await withSettings({}, 'production')
    try {
      await service.json('/api/health')
      const refused = await calls(service).register(newcomer())
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
      const page = await service.fetch('/auth/login', { headers: { accept: HTML } })
      expect(await page.text()).not.toContain('/auth/register')
    } finally {
      await service.dispose()
    }
  })
})
