import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { addUser, bearer, cookiesOf, freshAddress, login, me, PASSWORD, SECRET, signedIn } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

describe('signing in', () => {
  it.each(['admin', 'editor', 'author', 'viewer'])('gives a %s tokens, cookies and their account', async (role) => {
    const { id, email } = await addUser(service, { role })
    const answer = await login(service, email)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: 3600,
      user: {
        id,
        email,
        username: id,
        firstName: null,
        lastName: null,
        role,
        isActive: true,
        emailVerified: true,
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      },
    })
    expect(cookiesOf(answer)).toEqual({
      auth_token: {
        value: answer.body.token,
        attributes: ['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax'],
      },
      refresh_token: {
        value: answer.body.refreshToken,
        attributes: ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict'],
      },
    })
  })

  it('marks the cookies Secure on https', async () => {
    const { email } = await addUser(service)
    const answer = await service.fetchAs('https://cms.example.com/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': freshAddress() },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(answer.status).toBe(200)
    for (const { attributes } of Object.values(cookiesOf(answer))) expect(attributes).toContain('Secure')
  })

  it('writes what the contract says into the access token', async () => {
    const { id, email, token } = await signedIn(service, 'editor')
    const [head = '', payload = ''] = token
      .split('.')
      .slice(0, 2)
      .map((part) => atob(part.replaceAll('-', '+').replaceAll('_', '/')))
    expect(JSON.parse(head)).toMatchObject({ alg: 'HS256' })
    const claims = JSON.parse(payload)
    const [session] = await service.sql('SELECT id FROM sessions WHERE user_id = ?', id)
    expect(claims).toEqual({
      userId: id,
      email,
      role: 'editor',
      sid: session?.id,
      iat: expect.any(Number),
      exp: claims.iat + 3600,
    })
  })

  it('takes the email in any case and with space around it', async () => {
    const { email } = await addUser(service)
    expect((await login(service, ` ${email.toUpperCase()} `)).status).toBe(200)
  })

  it('says the same of an unknown email and of a wrong password', async () => {
    const { email } = await addUser(service)
    const wrong = await login(service, email, 'not the password')
    const unknown = await login(service, 'nobody@example.com')
    expect(wrong.status).toBe(401)
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect(wrong.body.code).toBe('invalid_credentials')
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  it('tells only whoever knows the password that the account is inactive', async () => {
    const { email } = await addUser(service, { isActive: false })
    expect((await login(service, email, 'not the password')).body.code).toBe('invalid_credentials')
    const right = await login(service, email)
    expect([right.status, right.body.code]).toEqual([403, 'account_inactive'])
    expect(right.headers.getSetCookie()).toEqual([])
  })

  it('refuses an account without a password', async () => {
    const { id, email } = await addUser(service)
    await service.sql('UPDATE users SET password_hash = NULL WHERE id = ?', id)
    expect((await login(service, email)).body.code).toBe('invalid_credentials')
  })

  it.each([
    ['no JSON', '{', 400, 'malformed_json'],
    ['no object', '[]', 422, 'validation_failed'],
    ['no password', { email: 'a@b.c' }, 422, 'validation_failed'],
    ['an unknown property', { email: 'a@b.c', password: 'x', remember: true }, 422, 'validation_failed'],
    ['an email that is no text', { email: { $gt: '' }, password: 'x' }, 422, 'validation_failed'],
    ['a password of a megabyte', { email: 'a@b.c', password: 'x'.repeat(900_000) }, 422, 'validation_failed'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await service.json('/api/auth/login', { body })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('keeps a session row with address and user agent', async () => {
    const { id, email } = await addUser(service)
    const headers = { 'cf-connecting-ip': '203.0.113.9', 'user-agent': 'test agent' }
    await service.json('/api/auth/login', { body: { email, password: PASSWORD }, headers })
    const [session] = await service.sql('SELECT * FROM sessions WHERE user_id = ?', id)
    expect(session).toMatchObject({ ip_address: '203.0.113.9', user_agent: 'test agent', revoked_at: null })
    expect(session?.refresh_hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the current user', () => {
  it.each([
    [
      'admin',
      [
        'content.create',
        'content.delete',
        'content.edit',
        'content.publish',
        'media.delete',
        'media.upload',
        'team.settings',
        'users.create',
        'users.delete',
        'users.edit',
      ],
    ],
    ['editor', ['content.create', 'content.delete', 'content.edit', 'content.publish', 'media.delete', 'media.upload']],
    ['author', ['content.create', 'content.edit']],
    ['viewer', []],
  ])('of the role %s has its permissions', async (role, permissions) => {
    const { id, token } = await signedIn(service, role)
    const { status, body } = await me(service, token)
    expect([status, body.user.id, body.permissions]).toEqual([200, id, permissions])
  })

  it('is known by the cookie too, and by the header where both are sent', async () => {
    const [first, second] = [await signedIn(service), await signedIn(service)]
    const cookie = `auth_token=${first.token}`
    const byCookie = await service.json('/api/auth/me', { headers: { cookie } })
    expect(byCookie.body.user.id).toBe(first.id)
    const both = await service.json('/api/auth/me', { headers: { cookie, ...bearer(second.token) } })
    expect(both.body.user.id).toBe(second.id)
    const badHeader = await service.json('/api/auth/me', { headers: { cookie, ...bearer('nonsense') } })
    expect([badHeader.status, badHeader.body.code]).toEqual([401, 'invalid_token'])
  })

  it('is asked to sign in where there is none', async () => {
    const { status, body, headers } = await service.json('/api/auth/me')
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([401, 'unauthenticated', 'Bearer'])
  })

  it('has the role that the account has now, whatever the token says', async () => {
    const { id, token } = await signedIn(service, 'admin')
    await service.sql("UPDATE users SET role = 'viewer' WHERE id = ?", id)
    expect((await me(service, token)).body.permissions).toEqual([])
    const write = await service.json('/api/tags', { body: { name: 'x' }, headers: bearer(token) })
    expect(write.status).toBe(403)
  })
})

it('lets no secret into an answer or the log', async () => {
  const { id, email, token, refreshToken } = await signedIn(service, 'admin')
  await login(service, email, 'a wrong password that nobody may read')
  await service.json('/api/auth/refresh', { body: { refreshToken } })
  await service.json(`/api/auth/me?token=${token}`, { headers: { cookie: `auth_token=${token}` } })
  const [{ password_hash } = { password_hash: '' }] = await service.sql<{ password_hash: string }>(
    'SELECT password_hash FROM users WHERE id = ?',
    id,
  )
  const log = JSON.stringify(service.logs)
  for (const secret of [PASSWORD, 'a wrong password', token, refreshToken, SECRET, password_hash, 'scrypt$']) {
    expect(log.includes(secret), secret.slice(0, 12)).toBe(false)
  }
  const answers = await Promise.all(
    ['/api/auth/me', '/api/health', '/health', '/api/', '/api/collections', '/docs'].map(async (path) =>
      (await service.fetch(path, { headers: bearer(token) })).text(),
    ),
  )
  for (const text of answers) expect(text).not.toMatch(/scrypt\$|password_hash|a secret of the tests/)
})
