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
  it('stops an email after five, from wherever, even with the right password', async () => {
    const { email } = await addUser(service)
    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await fail(email)).status).toBe(401)
    const sixth = await fail(email)
    expect([sixth.status, sixth.body.code]).toEqual([429, 'rate_limited'])
    const wait = Number(sixth.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(800)
    expect(wait).toBeLessThanOrEqual(900)
    expect((await login(service, email)).status).toBe(429)
  })

  it('stops an address after five, whatever the emails', async () => {
    const ip = freshAddress()
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await fail(`guess-${attempt}@x.org`, ip)).status).toBe(401)
    expect((await fail('guess-6@x.org', ip)).status).toBe(429)
    const { email } = await addUser(service)
    expect((await login(service, email, undefined, ip)).status).toBe(429)
    expect((await login(service, email)).status).toBe(200)
  })

  it('counts the email in any case, and an unknown one as well', async () => {
    const spellings = ['Nobody@X.org', 'nobody@x.org', ' NOBODY@x.org', 'nobody@X.ORG', 'nobody@x.org ']
    for (const email of spellings) expect((await fail(email)).status).toBe(401)
    expect((await fail('nobody@x.org')).status).toBe(429)
  })

  it('takes the addresses of one IPv6 network for one', async () => {
    for (let host = 1; host <= 5; host += 1)
      expect((await fail(`v6-${host}@x.org`, `2001:db8:0:7::${host}`)).status).toBe(401)
    expect((await fail('v6-6@x.org', '2001:db8:0:7:ffff::1')).status).toBe(429)
    expect((await fail('v6-7@x.org', '2001:db8:0:8::1')).status).toBe(401)
  })

  it('takes an IPv4 address for itself, however IPv6 writes it, and an IPv6 network too', async () => {
    const ways = [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '::ffff:cb00:7107',
      '0:0:0:0:0:ffff:CB00:7107',
      '::FFFF:cb00:7107',
    ]
    for (const [index, ip] of ways.entries()) expect((await fail(`v4-${index}@x.org`, ip)).status).toBe(401)
    expect((await fail('v4-5@x.org', '203.0.113.7')).status).toBe(429)
    expect((await fail('v4-6@x.org', '::ffff:cb00:7108')).status).toBe(401)
    const network = [
      '2001:db8:0:9::1',
      '2001:0db8:0000:0009::1',
      '2001:DB8:0:9:0:0:0:1',
      '2001:db8:0:9::',
      '2001:db8:0:9::203.0.113.7',
    ]
    for (const [index, ip] of network.entries()) expect((await fail(`v6n-${index}@x.org`, ip)).status).toBe(401)
    expect((await fail('v6n-5@x.org', '2001:db8:0:9::2')).status).toBe(429)
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

  it('ends with its window', async () => {
    const { email } = await addUser(service)
    await many(5, () => fail(email))
    expect((await login(service, email)).status).toBe(429)
    await service.sql('UPDATE limited_attempts SET expires_at = expires_at - 901000')
    expect((await login(service, email)).status).toBe(200)
    const [left] = await service.sql<{ n: number }>('SELECT count(*) AS n FROM limited_attempts')
    expect(left?.n).toBe(0)
  })

  it('lies in the database, without the email', async () => {
    await fail('someone-in-particular@x.org')
    const rows = await service.sql('SELECT * FROM limited_attempts')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('someone-in-particular')
  })
})
