import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { mailsTo, nextMail } from '../core-auth/mailbox.ts'
import { addUser, login, me, PASSWORD, SECRET } from '../core-auth/people.ts'
import { ask, linkFor, openLink } from './links.ts'

/** A service whose links are set up this way. */
function withSettings(settings: object, coreAuth: object = {}): Promise<Service> {
  return startService({
    vars: { JWT_SECRET: SECRET },
    edit: (files) => {
      const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
      Object.assign(manifest.environments.development.settings['magic-link-auth'], settings)
      Object.assign(manifest.environments.development.settings['core-auth'], coreAuth)
      files.set('.cms/manifest.json', JSON.stringify(manifest))
    },
  })
}

describe('by default', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ vars: { JWT_SECRET: SECRET } })
  })
  afterAll(() => service.dispose())

  it('nobody gets an account by asking for a link', async () => {
    await ask(service, 'newcomer@example.com')
    await ask(service, (await addUser(service)).email)
    expect(await mailsTo(service, 'newcomer@example.com')).toEqual([])
    expect(await service.sql(`SELECT id FROM users WHERE email = 'newcomer@example.com'`)).toEqual([])
  })

  it('an unverified account is sent the mail that verifies it, and then signs in by link', async () => {
    const { email } = await addUser(service)
    const early = await linkFor(service, email)
    await service.sql('UPDATE users SET email_verified = 0 WHERE email = ?', email)
    expect((await openLink(service, early)).body.code).toBe('magic_link_invalid')
    await ask(service, email)
    const mail = await nextMail(service, email, 2)
    expect(mail.template).toBe('verification')
    const token = /verify-email\?token=([\w-]+)/.exec(mail.body)?.[1]
    expect((await service.json(`/auth/verify-email?token=${token}`)).status).toBe(200)
    expect((await openLink(service, await linkFor(service, email, 3))).status).toBe(200)
  })
})

describe('with allowNewUsers', () => {
  let service: Service
  beforeAll(async () => {
    service = await withSettings({ allowNewUsers: true, linkExpiryMinutes: 45, rateLimitPerHour: 2 })
  })
  afterAll(() => service.dispose())

  it('an account is made when the link is opened, not before', async () => {
    const email = 'newcomer@example.com'
    const rows = () => service.sql('SELECT role, email_verified, password_hash FROM users WHERE email = ?', email)
    const link = await linkFor(service, email)
    expect(await rows()).toEqual([])
    const { status, body } = await openLink(service, link)
    expect([status, body.user]).toEqual([200, expect.objectContaining({ email, role: 'viewer', emailVerified: true })])
    expect(await rows()).toEqual([{ role: 'viewer', email_verified: 1, password_hash: null }])
    expect((await login(service, email)).status).toBe(401)
    expect((await openLink(service, await linkFor(service, email, 2))).body.user.id).toBe(body.user.id)
  })

  it('a link is of no use to an account that somebody made meanwhile without proving the address', async () => {
    const email = 'slow@example.com'
    const link = await linkFor(service, email)
    await service.json('/auth/register', { body: { email, password: PASSWORD } })
    expect((await openLink(service, link)).body.code).toBe('magic_link_invalid')
  })

  it('the other settings count, too', async () => {
    const email = 'counted@example.com'
    await linkFor(service, email)
    const [row] = await service.sql<{ minutes: number }>(
      'SELECT (expires_at - created_at) / 60000 AS minutes FROM magic_links WHERE user_email = ?',
      email,
    )
    expect(row?.minutes).toBe(45)
    expect([(await ask(service, email)).status, (await ask(service, email)).status]).toEqual([200, 429])
  })
})

describe('without requireEmailVerification', () => {
  let service: Service
  beforeAll(async () => {
    service = await withSettings({ requireEmailVerification: false }, { requireVerifiedEmail: false })
    await service.fetch('/api/health')
  })
  afterAll(() => service.dispose())

  it('an account whose address was verified keeps its password and sessions', async () => {
    const { email } = await addUser(service)
    const before = (await login(service, email)).body
    expect((await openLink(service, await linkFor(service, email))).status).toBe(200)
    expect((await me(service, before.token)).status).toBe(200)
    expect((await login(service, email)).status).toBe(200)
  })
})
