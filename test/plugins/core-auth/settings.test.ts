import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { addUser, cookiesOf, freshAddress, login, me, SECRET, signedIn } from './people.ts'

const CHANGED = {
  tokenExpiration: 120,
  refreshExpiration: 240,
  sessionTracking: false,
  rateLimitWindow: 60,
  rateLimitMaxAttempts: 2,
  requireVerifiedEmail: true,
  issuer: 'https://cms.example.com',
  audience: 'newsroom',
}

let service: Service

beforeAll(async () => {
  service = await startService({
    vars: { JWT_SECRET: SECRET },
    edit: (files) => {
      const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
      manifest.environments.development.settings['core-auth'] = CHANGED
      files.set('.cms/manifest.json', JSON.stringify(manifest))
    },
  })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

describe('the settings of core-auth', () => {
  it('say how long tokens and their cookies last', async () => {
    const { id, email } = await addUser(service)
    const answer = await login(service, email)
    expect(answer.body.expiresIn).toBe(120)
    expect(cookiesOf(answer).auth_token?.attributes).toContain('Max-Age=120')
    expect(cookiesOf(answer).refresh_token?.attributes).toContain('Max-Age=240')
    const claims = JSON.parse(atob(answer.body.token.split('.')[1] ?? ''))
    expect(claims.exp - claims.iat).toBe(120)
    const [session] = await service.sql<Record<string, number>>('SELECT * FROM sessions WHERE user_id = ?', id)
    expect(Number(session?.expires_at) - Number(session?.created_at)).toBe(240_000)
    const refresh = () => service.json('/api/auth/refresh', { body: { refreshToken: answer.body.refreshToken } })
    await service.sql('UPDATE sessions SET expires_at = expires_at - 240000 WHERE user_id = ?', id)
    expect((await refresh()).body.code).toBe('invalid_token')
    await service.sql('UPDATE sessions SET expires_at = expires_at + 240000 WHERE user_id = ?', id)
    expect((await me(service, (await refresh()).body.token)).status).toBe(200)
  })

  it('leave out address and user agent where sessions are not tracked', async () => {
    const { id } = await signedIn(service)
    const rows = await service.sql('SELECT ip_address, user_agent FROM sessions WHERE user_id = ?', id)
    expect(rows).toEqual([{ ip_address: null, user_agent: null }])
  })

  it('say how many sign-ins may fail, and for how long', async () => {
    const { email } = await addUser(service)
    const ip = freshAddress()
    await login(service, email, 'wrong', ip)
    expect((await login(service, email, 'wrong', ip)).status).toBe(401)
    const third = await login(service, email, 'wrong', ip)
    expect(third.status).toBe(429)
    expect(Number(third.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    await service.sql(
      'UPDATE limited_attempts SET attempted_at = attempted_at - 60000, expires_at = expires_at - 60000',
    )
    expect((await login(service, email)).status).toBe(200)
  })

  it('let a password in only where the address is verified, and tell only who knows it', async () => {
    const { email, id } = await addUser(service)
    await service.sql('UPDATE users SET email_verified = 0 WHERE id = ?', id)
    const answer = await login(service, email)
    expect([answer.status, answer.body.code]).toEqual([403, 'email_unverified'])
    expect((await login(service, email, 'wrong')).body.code).toBe('invalid_credentials')
    await service.sql('UPDATE users SET email_verified = 1 WHERE id = ?', id)
    expect((await login(service, email)).status).toBe(200)
  })

  it('name issuer and audience, which a token must then have', async () => {
    const { token } = await signedIn(service)
    const claims = JSON.parse(atob(token.split('.')[1] ?? ''))
    expect(claims).toMatchObject({ iss: CHANGED.issuer, aud: CHANGED.audience })
    const sign = (changed: object) =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET))
    expect((await me(service, await sign({}))).status).toBe(200)
    for (const changed of [
      { iss: 'https://other.example' },
      { aud: 'other' },
      { iss: undefined },
      { aud: undefined },
    ]) {
      expect((await me(service, await sign(changed))).status).toBe(401)
    }
  })
})
