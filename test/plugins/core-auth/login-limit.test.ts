import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { addUser, freshAddress, login } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: 'a secret of the tests that is long enough' } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

const fail = (email: string, ip?: string) => login(service, email, 'not the password', ip)
const many = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
const count = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('the limit on failed sign-ins', () => {
  it('counts the email in any case, and an unknown one as well', async () => {
    const spellings = ['Nobody@X.org', 'nobody@x.org', ' NOBODY@x.org', 'nobody@X.ORG', 'nobody@x.org ']
    for (const email of spellings) expect((await fail(email)).status).toBe(401)
    expect((await fail('nobody@x.org')).status).toBe(429)
  })

  it('lets no more than five fail, however many try at once', async () => {
    const { email } = await addUser(service)
    const answers = await many(40, () => fail(email))
    expect([count(answers, 401), count(answers, 429)]).toEqual([5, 35])
  })

  it('gives a burst of guesses no more tries than a row of them', async () => {
    const { email } = await addUser(service)
    const guesses = await many(30, (index) => (index < 29 ? fail(email) : login(service, email)))
    expect(count(guesses, 401) + count(guesses, 200)).toBeLessThanOrEqual(6)
    expect(count(guesses, 401)).toBe(5)
  })

  it('does not stand in the way of ten right sign-ins at once', async () => {
    const { email } = await addUser(service)
    const ip = freshAddress()
    const answers = await many(10, () => login(service, email, undefined, ip))
    expect(count(answers, 200)).toBe(10)
    const tokens = answers.map(({ body }) => body.token)
    const known = await Promise.all(
      tokens.map((token) => service.json('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })),
    )
    expect(count(known, 200)).toBe(10)
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(10)
  })

  it('forgives the slips of someone who then gets in', async () => {
    const { email } = await addUser(service)
    const ip = freshAddress()
    for (let round = 1; round <= 3; round += 1) {
      for (let slip = 1; slip <= 4; slip += 1) expect((await fail(email, ip)).status).toBe(401)
      expect((await login(service, email, undefined, ip)).status).toBe(200)
    }
  })

  it.each([
    ['account_inactive', 'is_active'],
    ['email_unverified', 'email_verified'],
  ])('does not count a right password that is answered %s', async (code, column) => {
    const { id, email } = await addUser(service)
    await service.sql(`UPDATE users SET ${column} = 0 WHERE id = ?`, id)
    for (let attempt = 1; attempt <= 6; attempt += 1) expect((await login(service, email)).body.code).toBe(code)
  })

  it("does not forgive an attacker's guesses because they own an account", async () => {
    const own = await addUser(service)
    const ip = freshAddress()
    for (let guess = 1; guess <= 4; guess += 1) await fail(`victim-${guess}@x.org`, ip)
    expect((await login(service, own.email, undefined, ip)).status).toBe(200)
    expect((await fail('victim-5@x.org', ip)).status).toBe(401)
    expect((await fail('victim-6@x.org', ip)).status).toBe(429)
  })

  it('lies in the database, without the email', async () => {
    await fail('someone-in-particular@x.org')
    const rows = await service.sql('SELECT * FROM limited_attempts')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('someone-in-particular')
  })
})
