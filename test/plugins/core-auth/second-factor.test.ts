import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { codeIn, mailsTo, nextMail } from './mailbox.ts'
import { addUser, bearer, cookiesOf, freshAddress, login, me, PASSWORD, SECRET, signedIn } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

const set = (token: string, enabled: boolean, password = PASSWORD) =>
  service.json('/api/auth/second-factor', {
    body: { enabled, password },
    headers: { ...bearer(token), 'cf-connecting-ip': freshAddress() },
  })
const otp = (challengeToken: string, code: string, ip = freshAddress()) =>
  service.json('/api/auth/otp', { body: { challengeToken, code }, headers: { 'cf-connecting-ip': ip } })
/** Somebody with the second factor on. */
const guarded = async () => {
  const person = await signedIn(service, 'editor')
  await set(person.token, true)
  return person
}
/** The challenge of a sign-in, and its code. */
const challenged = async (email: string, mails = 1) => {
  const { body } = await login(service, email)
  return { challengeToken: body.challengeToken as string, code: codeIn(await nextMail(service, email, mails)) }
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the second factor', () => {
  it('is turned on and off with the password', async () => {
    const person = await signedIn(service)
    const wrong = await set(person.token, true, 'not the password')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    const on = await set(person.token, true)
    expect([on.status, on.body.user.id, on.body.user.secondFactor]).toEqual([200, person.id, true])
    expect((await me(service, person.token)).body.user.secondFactor).toBe(true)
    expect((await set(person.token, false)).body.user).not.toHaveProperty('secondFactor')
    expect((await login(service, person.email)).body.token).toBeDefined()
    const mails = await mailsTo(service, person.email)
    expect(mails.map(({ template }) => template)).toEqual(['sign-in-changed'])
  })

  it('makes a password alone worth a challenge, and the code of the mail the rest', async () => {
    const person = await guarded()
    const first = await login(service, person.email)
    expect([first.status, first.body]).toEqual([
      200,
      { challenge: 'otp', challengeToken: expect.stringMatching(/^[\w-]{43}$/) },
    ])
    expect(cookiesOf(first)).toEqual({})
    const code = codeIn(await nextMail(service, person.email))
    const answer = await otp(first.body.challengeToken, ` ${code} `)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['expiresIn', 'refreshToken', 'token', 'user'])
    expect(cookiesOf(answer).auth_token?.value).toBe(answer.body.token)
    expect((await me(service, answer.body.token)).body.user.id).toBe(person.id)
    expect((await login(service, person.email, 'not the password')).status).toBe(401)
  })

  it('takes a code once, also when it comes several times at once', async () => {
    const { email } = await guarded()
    const { challengeToken, code } = await challenged(email)
    const answers = await Promise.all(Array.from({ length: 4 }, () => otp(challengeToken, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    const late = await otp(challengeToken, code)
    expect([late.status, late.body.code]).toEqual([401, 'invalid_credentials'])
  })

  it('gives a code five tries, however many come at once', async () => {
    const { email } = await guarded()
    const { challengeToken, code } = await challenged(email)
    await Promise.all(Array.from({ length: 5 }, () => otp(challengeToken, other(code))))
    expect((await otp(challengeToken, code)).status).toBe(401)
    const next = await challenged(email, 2)
    for (let guess = 1; guess <= 4; guess += 1) await otp(next.challengeToken, other(next.code))
    expect((await otp(next.challengeToken, next.code)).status).toBe(200)
  })

  it('takes a code only for the challenge that it was sent for', async () => {
    const [one, two] = [await guarded(), await guarded()]
    const mine = await challenged(one.email)
    const theirs = await challenged(two.email)
    if (mine.code !== theirs.code) expect((await otp(theirs.challengeToken, mine.code)).status).toBe(401)
    expect((await otp('x'.repeat(43), mine.code)).status).toBe(401)
    expect((await otp(mine.challengeToken, mine.code)).body.user.id).toBe(one.id)
  })

  it('lets nobody in who was deactivated meanwhile', async () => {
    const { email, id } = await guarded()
    const { challengeToken, code } = await challenged(email)
    await service.sql('UPDATE users SET is_active = 0 WHERE id = ?', id)
    expect((await otp(challengeToken, code)).body.code).toBe('account_inactive')
  })

  it('is stored without its code', async () => {
    const { email, id } = await guarded()
    const { code } = await challenged(email)
    const rows = await service.sql('SELECT * FROM one_time_tokens WHERE user_id = ?', id)
    expect(JSON.stringify(rows).includes(`"${code}"`)).toBe(false)
  })

  it('needs a person and a plugin that sends mail', async () => {
    const admin = await signedIn(service, 'admin')
    const { body } = await service.json('/admin/auth/tokens', {
      body: { name: 'all', scopes: ['*'] },
      headers: bearer(admin.token),
    })
    expect((await set(body.data.token, true)).status).toBe(403)
    const person = await guarded()
    await service.sql(`UPDATE plugins SET active = 0 WHERE id = 'email'`)
    try {
      const refused = async () => {
        const answers = [await set(admin.token, true), await login(service, person.email)]
        return answers.map(({ status, body }) => [status, body.code])
      }
      const unconfigured = [503, 'not_configured']
      await expect.poll(refused).toEqual([unconfigured, unconfigured])
      const forgot = await service.json('/auth/forgot-password', { body: { email: (await addUser(service)).email } })
      expect([forgot.status, forgot.body.code]).toEqual(unconfigured)
    } finally {
      await service.sql(`UPDATE plugins SET active = 1 WHERE id = 'email'`)
    }
  })
})
