import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../../runtime/fixture.ts'
import { codeOf, withApp } from './authenticator-app.ts'
import { mailsTo, nextMail } from './mailbox.ts'
import { bearer, freshAddress, login, me, PASSWORD, SECRET, signedIn } from './people.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

beforeAll(() => service.fetch('/api/health'))

const post = (path: string, token: string, body: unknown = {}) =>
  service.json(`/api/auth/second-factor${path}`, {
    body,
    headers: { ...bearer(token), 'cf-connecting-ip': freshAddress() },
  })
const state = async (token: string) => (await service.json('/api/auth/second-factor', { headers: bearer(token) })).body
const otp = (challengeToken: string, code: string, ip = freshAddress()) =>
  service.json('/api/auth/otp', { body: { challengeToken, code }, headers: { 'cf-connecting-ip': ip } })
const challenge = async (email: string) => (await login(service, email)).body.challengeToken as string

describe('an authenticator app', () => {
  it('is on only once its first code has come, and only for whom it was set up', async () => {
    const [person, other] = [await signedIn(service), await signedIn(service)]
    const { body } = await post('/app', person.token)
    expect(body.uri).toBe(
      `otpauth://totp/newsroom:${encodeURIComponent(person.email)}?secret=${body.secret}&issuer=newsroom`,
    )
    expect(await state(person.token)).toEqual({ method: 'none', recoveryCodes: 0 })
    const code = await codeOf(body.secret)
    const wrong = await post('/app/confirm', person.token, { setup: body.setup, code: await codeOf(body.secret, 5) })
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'code'])
    for (const setup of [body.setup, `9999999999999.${body.secret}`]) {
      const stolen = await post('/app/confirm', other.token, { setup, code })
      expect([stolen.status, stolen.body.code]).toEqual([401, 'invalid_token'])
    }
    const on = await post('/app/confirm', person.token, { setup: body.setup, code })
    expect([on.status, new Set(on.body.recoveryCodes).size]).toEqual([200, 10])
    expect(await state(person.token)).toEqual({ method: 'app', recoveryCodes: 10 })
    expect((await me(service, person.token)).body.user.secondFactor).toBe(true)
    expect((await nextMail(service, person.email)).body).toContain('An authenticator app was set up')
  })

  it('is asked at each sign-in, by no mail, and takes a code once', async () => {
    const { email, secret, id } = await withApp(service)
    const first = await login(service, email)
    expect(first.body).toEqual({ challenge: 'totp', challengeToken: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await otp(first.body.challengeToken, await codeOf(secret))).status).toBe(401) // it turned the app on
    const code = await codeOf(secret, 1)
    const tokens = [first.body.challengeToken, await challenge(email), await challenge(email)]
    const answers = await Promise.all(tokens.map((token) => otp(token, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(answers.find(({ status }) => status === 200)?.body.user.id).toBe(id)
    expect((await mailsTo(service, email)).map(({ template }) => template)).toEqual(['sign-in-changed'])
  })

  it('gives a challenge five tries, and an account twenty in a day, from wherever they come', async () => {
    const { email, secret } = await withApp(service)
    const used = await challenge(email)
    for (let guess = 0; guess < 5; guess += 1) expect((await otp(used, '000000')).status).toBe(401)
    expect((await otp(used, await codeOf(secret, 1))).status).toBe(401)
    for (let round = 0; round < 3; round += 1) {
      const token = await challenge(email)
      for (let guess = 0; guess < 5; guess += 1) await otp(token, '000000')
    }
    expect((await otp(await challenge(email), await codeOf(secret, 1))).status).toBe(429)
  })

  it('counts wrong codes for an account, whatever the guesser does right in between', async () => {
    const victim = await withApp(service)
    const guesser = await signedIn(service)
    for (let round = 0; round < 5; round += 1) {
      const from = { 'cf-connecting-ip': freshAddress() }
      const { body } = await post('/app', guesser.token)
      const token = await challenge(victim.email)
      for (let guess = 0; guess < 4; guess += 1) {
        expect((await otp(token, '000000', from['cf-connecting-ip'])).status).toBe(401)
      }
      const confirmed = await service.json('/api/auth/second-factor/app/confirm', {
        body: { setup: body.setup, code: await codeOf(body.secret) },
        headers: { ...bearer(guesser.token), ...from },
      })
      expect(confirmed.status).toBe(200)
    }
    expect((await otp(await challenge(victim.email), await codeOf(victim.secret, 1))).status).toBe(429)
  })

  it('is replaced by a recovery code, each of which works once and is told of', async () => {
    const { email, recoveryCodes } = await withApp(service)
    const [code = ''] = recoveryCodes
    expect((await otp(await challenge(email), code.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await otp(await challenge(email), code)).status).toBe(401)
    expect((await nextMail(service, email, 2)).body).toContain('9 codes are left')
    expect((await otp(await challenge((await withApp(service)).email), recoveryCodes[1] ?? '')).status).toBe(401)
  })

  it('has new recovery codes, and the old ones end', async () => {
    const { email, token, recoveryCodes } = await withApp(service)
    const { body } = await post('/recovery-codes', token)
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await otp(await challenge(email), recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await otp(await challenge(email), body.recoveryCodes[0])).status).toBe(200)
    expect((await post('', token, { enabled: true })).status).toBe(409)
    expect((await post('', token, { enabled: false })).status).toBe(200)
    expect(await state(token)).toEqual({ method: 'none', recoveryCodes: 0 })
    expect((await login(service, email)).body.token).toBeDefined()
    expect((await nextMail(service, email, 4)).body).toContain('The second factor was turned off')
  })

  it('is stored sealed, and its recovery codes as hashes', async () => {
    const { id, secret, recoveryCodes } = await withApp(service)
    const rows = [
      ...(await service.sql('SELECT * FROM authenticator_apps WHERE user_id = ?', id)),
      ...(await service.sql('SELECT * FROM recovery_codes WHERE user_id = ?', id)),
    ]
    expect(rows).toHaveLength(11)
    const text = JSON.stringify(rows)
    for (const shown of [secret, ...recoveryCodes]) expect(text).not.toContain(shown)
  })

  it('is turned off by an administrator for who has lost it, and goes with the account', async () => {
    const admin = await signedIn(service, 'admin')
    const person = await withApp(service)
    const off = (token: string, id = person.id) =>
      service.json(`/admin/users/${id}/second-factor/off`, { method: 'POST', headers: bearer(token) })
    expect((await off(person.token)).status).toBe(403)
    expect((await off(admin.token, admin.id)).status).toBe(409)
    expect((await off(admin.token)).body.data.secondFactor).toBe(false)
    expect((await login(service, person.email)).body.token).toBeDefined()
    const gone = await withApp(service)
    await service.json(`/admin/users/${gone.id}`, { method: 'DELETE', headers: bearer(admin.token) })
    expect(await service.sql('SELECT user_id FROM authenticator_apps WHERE user_id = ?', gone.id)).toEqual([])
  })

  it('is no business of an API token', async () => {
    const admin = await signedIn(service, 'admin')
    const made = await service.json('/admin/auth/tokens', {
      body: { name: 'all', scopes: ['*'] },
      headers: bearer(admin.token),
    })
    const { token } = made.body.data
    for (const path of ['/app', '/recovery-codes']) expect((await post(path, token)).status).toBe(403)
  })
})

describe('its pages', () => {
  const html = { accept: 'text/html,*/*;q=0.8' }
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    service.fetch(path, {
      method: 'POST',
      headers: { ...html, origin: service.url.origin, 'cf-connecting-ip': freshAddress(), ...headers },
      body: new URLSearchParams(fields),
    })

  it('lead from the profile through the QR code to the recovery codes, and back after a wrong code', async () => {
    const person = await signedIn(service, 'editor')
    const headers = bearer(person.token)
    const begun = await (await form('/admin/profile/second-factor/app', {}, headers)).text()
    expect(begun).toMatch(/<svg[^>]+role="img"/)
    const value = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(begun)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const fields = { setup: value('setup'), uri: value('uri') }
    const secret = /secret=(\w+)/.exec(fields.uri)?.[1] ?? ''
    const confirm = '/admin/profile/second-factor/app/confirm'
    const wrong = await form(confirm, { ...fields, code: await codeOf(secret, 5) }, headers)
    const again = await wrong.text()
    expect([wrong.status, again.includes('<svg'), again.includes('The code is wrong')]).toEqual([422, true, true])
    const right = await (await form(confirm, { ...fields, code: await codeOf(secret) }, headers)).text()
    expect(right.match(/(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}/g)).toHaveLength(10)
    const profile = await service.fetch('/admin/profile', { headers: { ...html, ...headers } })
    expect(await profile.text()).toContain('10 recovery codes are left')
    const reloaded = await service.fetch('/admin/profile/second-factor/app', { headers: { ...html, ...headers } })
    expect([reloaded.status, reloaded.headers.get('location')]).toEqual([302, '/admin/profile'])
  })

  it('sign in, and ask for the app again after a wrong code', async () => {
    const { email, secret } = await withApp(service)
    const asked = await (await form('/auth/login', { email, password: PASSWORD }, {})).text()
    const challengeToken = /name="challengeToken" value="([^"]+)"/.exec(asked)?.[1] ?? ''
    const fields = { challengeToken, challenge: 'totp' }
    const wrong = await (await form('/auth/otp', { ...fields, code: '000000' }, {})).text()
    for (const text of [asked, wrong]) expect(text).toContain('your authenticator app shows')
    const right = await form('/auth/otp', { ...fields, code: await codeOf(secret, 1) }, {})
    expect([right.status, right.headers.get('location')]).toEqual([302, '/admin/'])
  })
})
