import { afterEach, describe, expect, it } from 'vitest'
import { type Service, type ServiceOptions, startService } from '../../harness/service.ts'
import { login } from './people.ts'

const SECRET = 'a secret of the tests that is long enough'
let service: Service | undefined

afterEach(() => service?.dispose())

async function start(vars: Record<string, string>, environment = 'development', edit?: ServiceOptions['edit']) {
  service = await startService({ vars, environment, ...(edit ? { edit } : {}) })
  return service
}

describe('the first administrator', () => {
  it('comes from ADMIN_EMAIL and ADMIN_PASSWORD, once', async () => {
    const service = await start({
      JWT_SECRET: SECRET,
      ADMIN_EMAIL: 'Ada@Example.com',
      ADMIN_PASSWORD: 'first password',
    })
    const answer = await login(service, 'ada@example.com', 'first password')
    expect([answer.status, answer.body.user.role, answer.body.user.emailVerified]).toEqual([200, 'admin', true])
    await service.sql('DELETE FROM system_state')
    await service.resetBootstrap()
    await Promise.all([service.fetch('/api/health'), service.fetch('/api/health')])
    expect(await service.sql('SELECT email, username FROM users')).toEqual([
      { email: 'ada@example.com', username: 'ada' },
    ])
  })

  it('is admin@<domain> by default', async () => {
    const service = await start({ JWT_SECRET: SECRET, ADMIN_PASSWORD: 'first password' })
    expect((await login(service, 'admin@localhost', 'first password')).status).toBe(200)
  })

  it.each([
    ['a short password', { ADMIN_PASSWORD: '1234567' }, /ADMIN_PASSWORD cannot be used.*: At least 8 characters/],
    ['a long password', { ADMIN_PASSWORD: 'x'.repeat(257) }, /ADMIN_PASSWORD cannot be used.*: At most 256 characters/],
    [
      'a common password',
      { ADMIN_PASSWORD: 'password1' },
      /ADMIN_PASSWORD cannot be used.*one of the most common passwords/,
    ],
    [
      'no email',
      { ADMIN_PASSWORD: 'first password', ADMIN_EMAIL: 'ada' },
      /ADMIN_EMAIL cannot be used.*: An email address is required/,
    ],
  ])('is not created with %s, and the log says why', async (_, vars, message) => {
    const service = await start({ JWT_SECRET: SECRET, ...vars })
    expect((await service.fetch('/api/tags')).status).toBe(200)
    expect(await service.sql('SELECT id FROM users')).toEqual([])
    expect(JSON.stringify(service.logs.filter(({ type }) => type === 'bootstrap'))).toMatch(message)
  })
})

it('an account that is there already is not made an administrator', async () => {
  const service = await start({ JWT_SECRET: SECRET, ADMIN_EMAIL: 'ann@x.org', ADMIN_PASSWORD: 'first password' })
  await service.fetch('/api/health')
  await service.sql("UPDATE users SET role = 'viewer'")
  await service.sql('DELETE FROM system_state')
  await service.resetBootstrap()
  expect((await service.fetch('/api/tags')).status).toBe(200)
  expect(await service.sql('SELECT role FROM users')).toEqual([{ role: 'viewer' }])
  expect(JSON.stringify(service.logs)).toContain('ADMIN_EMAIL ann@x.org or its username is taken')
})

describe('JWT_SECRET', () => {
  const applied: ServiceOptions['edit'] = (files) => {
    const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
    manifest.environments.production.migrations = 'apply'
    files.set('.cms/manifest.json', JSON.stringify(manifest))
  }

  it.each([
    ['too short', 'short'],
    ['too short in one of its parts', `${SECRET},short`],
    ['empty', ''],
  ])('that is %s stops the service in production, with an error that names it', async (_, secret) => {
    const service = await start({ JWT_SECRET: secret }, 'production', applied)
    for (const path of ['/api/tags', '/api/auth/me']) {
      const { status, body } = await service.json(path)
      expect([status, body.code]).toEqual([503, 'not_configured'])
      expect(body.detail).toContain('JWT_SECRET')
    }
    expect(JSON.stringify(service.logs)).toContain('JWT_SECRET')
  })

  it('that is long enough serves production', async () => {
    const service = await start({ JWT_SECRET: `${SECRET},${SECRET}2` }, 'production', applied)
    expect((await service.fetch('/api/tags')).status).toBe(200)
    expect(await service.sql('SELECT id FROM users')).toEqual([])
  })
})
