import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { addUser, cookiesOf, freshAddress, login, me, SECRET, signedIn } from './people.ts'

const CHANGED = {
  tokenExpiration: 2,
  refreshExpiration: 4,
  sessionTracking: false,
  rateLimitWindow: 2,
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

const later = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

describe('the settings of core-auth', () => {
  it('say how long tokens and their cookies last', async () => {
    const { email } = await addUser(service)
    const answer = await login(service, email)
    expect(answer.body.expiresIn).toBe(2)
    expect(cookiesOf(answer).auth_token?.attributes).toContain('Max-Age=2')
    expect(cookiesOf(answer).refresh_token?.attributes).toContain('Max-Age=4')
    expect((await me(service, answer.body.token)).status).toBe(200)
    await later(2.1)
    expect((await me(service, answer.body.token)).body.code).toBe('invalid_token')
    const refresh = (refreshToken: string) => service.json('/api/auth/refresh', { body: { refreshToken } })
    const renewed = await refresh(answer.body.refreshToken)
    expect((await me(service, renewed.body.token)).status).toBe(200)
    await later(4.1)
    expect((await refresh(renewed.body.refreshToken)).body.code).toBe('invalid_token')
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
    expect(Number(third.headers.get('retry-after'))).toBeLessThanOrEqual(2)
    await later(2.1)
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
