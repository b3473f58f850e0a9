import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { mailsTo, nextMail, tokenIn } from './mailbox.ts'
import { addUser, bearer, cookiesOf, freshAddress, login, me, PASSWORD, SECRET, signedIn } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

let people = 0
const newcomer = () => {
  people += 1
  return `newcomer-${people}@example.com`
}
const post = (path: string, body: object, ip = freshAddress()) =>
  service.json(path, { body, headers: { 'cf-connecting-ip': ip } })
const register = (body: object, ip?: string) => post('/auth/register', { password: PASSWORD, ...body }, ip)
const get = (path: string, ip = freshAddress()) => service.json(path, { headers: { 'cf-connecting-ip': ip } })

describe('registering', () => {
  it('makes a viewer, and sends a link that confirms the address before anybody signs in', async () => {
    const email = newcomer()
    const answer = await register({ email: ` ${email.toUpperCase()} `, username: 'newbie', firstName: 'Ann' })
    expect([answer.status, Object.keys(answer.body)]).toEqual([201, ['message']])
    expect((await login(service, email)).body.code).toBe('email_unverified')
    const token = tokenIn(await nextMail(service, email), '/auth/verify-email')
    expect((await service.fetch(`/auth/verify-email?token=${token}`, { method: 'HEAD' })).status).toBe(200)
    const browser = { cookie: `registration=${cookiesOf(answer).registration?.value}` }
    const confirmed = await service.json(`/auth/verify-email?token=${token}`, { headers: browser })
    expect([confirmed.status, Object.keys(confirmed.body)]).toEqual([200, ['message']])
    const { body } = await login(service, email)
    expect(body.user).toMatchObject({ email, username: 'newbie', firstName: 'Ann', lastName: null, role: 'viewer' })
    expect(body.user.emailVerified).toBe(true)
    const again = await get(`/auth/verify-email?token=${token}`)
    expect([again.status, again.body.code]).toEqual([401, 'invalid_token'])
  })

  it('answers a taken email as a new one, changes nothing, and tells its owner', async () => {
    const { id, email } = await addUser(service, { role: 'editor' })
    const fresh = await register({ email: newcomer() })
    const taken = await register({ email, password: 'another good password', username: 'mine now' })
    expect([taken.status, taken.body]).toEqual([fresh.status, fresh.body])
    expect((await nextMail(service, email)).template).toMatch(/exists/i)
    const rows = await service.sql('SELECT id, role, username FROM users WHERE email = ?', email)
    expect(rows).toEqual([{ id, role: 'editor', username: id }])
    expect((await login(service, email)).status).toBe(200)
  })

  it('adds to a username that is taken, rather than tell', async () => {
    const [first, second] = [newcomer(), newcomer()]
    await register({ email: first, username: 'popular' })
    expect((await register({ email: second, username: 'popular' })).status).toBe(201)
    const [row] = await service.sql<{ username: string }>('SELECT username FROM users WHERE email = ?', second)
    expect(row?.username).toMatch(/^popular-.{6}$/)
  })

  it.each([
    [{ email: 'nonsense' }, 'email', 'invalid'],
    [{ password: 'short' }, 'password', 'too_small'],
    [{ password: 'x'.repeat(257) }, 'password', 'too_big'],
    [{ password: 'iloveyou' }, 'password', 'too_common'],
    [{ password: 'IloveYou' }, 'password', 'too_common'],
    [{ role: 'admin' }, 'role', 'unknown_field'],
  ])('refuses %j', async (body, path, code) => {
    const answer = await register({ email: newcomer(), ...body })
    expect([answer.status, answer.body.errors]).toEqual([422, [expect.objectContaining({ path, code })]])
  })
})

describe('a link that verifies', () => {
  it('is sent again, to who needs it; both work until one of them is used', async () => {
    const email = newcomer()
    await register({ email })
    const first = tokenIn(await nextMail(service, email), '/auth/verify-email')
    expect((await post('/auth/verify-email', { email })).status).toBe(200)
    const second = tokenIn(await nextMail(service, email, 2), '/auth/verify-email')
    expect(second).not.toBe(first)
    expect((await get(`/auth/verify-email?token=${first}`)).status).toBe(200)
    expect((await get(`/auth/verify-email?token=${second}`)).status).toBe(401)
    const unknown = await post('/auth/verify-email', { email: newcomer() })
    expect(unknown.status).toBe(200)
  })

  it('is not used up by a browser that looks ahead, which keeps a page that leads on', async () => {
    const email = newcomer()
    await register({ email })
    const path = `/auth/verify-email?token=${tokenIn(await nextMail(service, email), '/auth/verify-email')}`
    for (const headers of [{ 'sec-purpose': 'prefetch' }, { purpose: 'prefetch' }, { 'x-purpose': 'preview' }]) {
      const page = await service.fetch(path, { headers: { accept: 'text/html', ...headers } })
      const text = await page.text()
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(text).toMatch(/<form action="\/auth\/verify-email"><input type="hidden" name="token" value="[\w-]{43}"/)
      expect(await (await service.fetch(path, { headers })).text()).toBe('')
    }
    expect((await get(path)).status).toBe(200)
  })

  it('says on a page what is wrong with it', async () => {
    const ip = freshAddress()
    const page = async () => {
      const answer = await service.fetch('/auth/verify-email?token=none', {
        headers: { accept: 'text/html', 'cf-connecting-ip': ip },
      })
      return [answer.status, /<h1[^>]*>([^<]+)/.exec(await answer.text())?.[1]]
    }
    for (let guess = 1; guess <= 5; guess += 1) expect(await page()).toEqual([401, 'This link does not work'])
    expect(await page()).toEqual([429, 'Too many requests'])
  })
})

describe('a forgotten password', () => {
  const forgot = (email: string) => post('/auth/forgot-password', { email })
  const reset = (token: string, password: string, ip?: string) => post('/auth/reset-password', { token, password }, ip)

  it('is set anew by a link, once; every session ends', async () => {
    const person = await signedIn(service)
    expect((await forgot(person.email)).status).toBe(200)
    const token = tokenIn(await nextMail(service, person.email), '/auth/reset-password')
    const weak = await reset(token, 'password1')
    expect([weak.status, weak.body.errors[0].code]).toEqual([422, 'too_common'])
    expect((await reset(token, 'a new and better one')).status).toBe(200)
    expect((await mailsTo(service, person.email)).map(({ template }) => template)).toContain('password-changed')
    expect((await me(service, person.token)).status).toBe(401)
    expect((await post('/api/auth/refresh', { refreshToken: person.refreshToken })).status).toBe(401)
    expect((await login(service, person.email)).status).toBe(401)
    expect((await login(service, person.email, 'a new and better one')).status).toBe(200)
    const again = await reset(token, 'yet another one')
    expect([again.status, again.body.code]).toEqual([401, 'invalid_token'])
  })

  it('is set by one of many who come with the link at once', async () => {
    const { email } = await addUser(service)
    await forgot(email)
    const token = tokenIn(await nextMail(service, email), '/auth/reset-password')
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => reset(token, `password number ${index}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
  })

  it('is answered alike whether or not there is an account, which alone gets a mail', async () => {
    const { email } = await addUser(service)
    const off = await addUser(service, { isActive: false })
    const answers = [await forgot(email), await forgot(newcomer()), await forgot(off.email)]
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
    await nextMail(service, email)
    expect(await mailsTo(service, off.email)).toEqual([])
  })

  it('has a link that ends after an hour and is of no other use', async () => {
    const { email, id } = await addUser(service)
    await forgot(email)
    const token = tokenIn(await nextMail(service, email), '/auth/reset-password')
    const [row] = await service.sql<{ minutes: number; token_hash: string }>(
      'SELECT (expires_at - created_at) / 60000.0 AS minutes, token_hash FROM one_time_tokens WHERE user_id = ?',
      id,
    )
    expect(row?.minutes).toBe(60)
    expect(row?.token_hash).not.toContain(token)
    expect((await get(`/auth/verify-email?token=${token}`)).status).toBe(401)
    await service.sql('UPDATE one_time_tokens SET expires_at = 1 WHERE user_id = ?', id)
    expect((await reset(token, 'a new and better one')).status).toBe(401)
  })
})

describe("changing one's own password", () => {
  const change = (token: string, currentPassword: string, password: string, choice: object = {}) =>
    service.json('/api/auth/password', {
      body: { currentPassword, password, ...choice },
      headers: { ...bearer(token), 'cf-connecting-ip': freshAddress() },
    })

  it('takes the current one, and ends all other sessions', async () => {
    const person = await signedIn(service)
    const other = await login(service, person.email)
    expect((await change(person.token, 'wrong one here', 'a new and better one')).status).toBe(401)
    expect((await change(person.token, PASSWORD, 'iloveyou')).status).toBe(422)
    expect(await mailsTo(service, person.email)).toEqual([])
    expect((await change(person.token, PASSWORD, 'a new and better one')).status).toBe(204)
    expect((await nextMail(service, person.email)).template).toBe('password-changed')
    expect((await me(service, person.token)).status).toBe(200)
    expect((await me(service, other.body.token)).status).toBe(401)
    expect((await login(service, person.email, 'a new and better one')).status).toBe(200)
  })
})
