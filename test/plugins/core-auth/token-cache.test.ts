import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { bearer, me, SECRET, signedIn } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET }, twins: true, faults: true })
  await service.fetch('/api/health')
})
afterEach(async () => void (await service.fault('CACHE_KV', null)))
afterAll(() => service.dispose())

const twinMe = (token: string) => service.twin('/api/auth/me', { headers: bearer(token) })
/** Number of times that the KV namespace was asked since the last time, once what goes on after the answers is done. */
const asked = async () => {
  await new Promise((resolve) => setTimeout(resolve, 100))
  return service.fault('CACHE_KV', null)
}

describe('the cache of access tokens', () => {
  it('asks memory, then the KV namespace, then verifies', async () => {
    const { token } = await signedIn(service)
    await asked()
    expect((await me(service, token)).status).toBe(200)
    expect(await asked()).toBe(2) // looked up, and written
    expect((await me(service, token)).status).toBe(200)
    expect(await asked()).toBe(0)
  })

  it('finds in the KV namespace what another isolate has verified', async () => {
    const { token } = await signedIn(service)
    expect((await twinMe(token)).status).toBe(200)
    await asked()
    expect((await me(service, token)).status).toBe(200)
    expect(await asked()).toBe(1) // looked up
  })

  it('does not look up what cannot be a token', async () => {
    const { token } = await signedIn(service)
    const past = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('-1s')
      .sign(new Uint8Array(32))
    await asked()
    for (const nonsense of ['x', 'a.b.c', `${token}.x`, token.replaceAll('.', ''), 'x'.repeat(5000), past]) {
      expect((await me(service, nonsense)).status).toBe(401)
    }
    expect(await asked()).toBe(0)
  })

  it('knows a token by all of it', async () => {
    const { token } = await signedIn(service)
    await me(service, token)
    const last = token.at(-2) === 'A' ? 'B' : 'A'
    expect((await me(service, token.slice(0, -2) + last + token.slice(-1))).status).toBe(401)
    expect((await me(service, `${token}A`)).status).toBe(401)
    expect((await me(service, token.slice(0, -1))).status).toBe(401)
  })

  it('does not outlive the token', async () => {
    const { token } = await signedIn(service)
    const { exp: _, ...claims } = JSON.parse(atob(token.split('.')[1] ?? ''))
    const short = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime('2s')
      .sign(new TextEncoder().encode(SECRET))
    expect((await me(service, short)).status).toBe(200)
    await expect.poll(async () => (await me(service, short)).status).toBe(401)
  })

  it.each<[string, (person: { id: string; token: string }) => Promise<unknown>]>([
    ['signs out', ({ token }) => service.twin('/api/auth/logout', { method: 'POST', headers: bearer(token) })],
    ['is deactivated', ({ id }) => service.sql('UPDATE users SET is_active = 0 WHERE id = ?', id)],
    ['is deleted', ({ id }) => service.sql('DELETE FROM users WHERE id = ?', id)],
    ['has the session revoked', ({ id }) => service.sql('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', id)],
  ])('lets nobody in who %s, in no isolate', async (_, change) => {
    const person = await signedIn(service)
    expect([(await me(service, person.token)).status, (await twinMe(person.token)).status]).toEqual([200, 200])
    await change(person)
    expect([(await me(service, person.token)).status, (await twinMe(person.token)).status]).toEqual([401, 401])
  })

  it('takes a lowered role at once, in every isolate', async () => {
    const { id, token } = await signedIn(service, 'editor')
    await me(service, token)
    await twinMe(token)
    await service.sql(`UPDATE users SET role = 'viewer' WHERE id = ?`, id)
    for (const { body } of [await me(service, token), await twinMe(token)]) expect(body.permissions).toEqual([])
  })

  it('is emptied of a token that signs out', async () => {
    const { token } = await signedIn(service)
    await me(service, token)
    await asked()
    await service.json('/api/auth/logout', { method: 'POST', headers: bearer(token) })
    expect(await asked()).toBe(1) // taken out
    expect((await me(service, token)).status).toBe(401)
    expect(await asked()).toBe(1) // not found there, verified, and not kept: its session has ended
  })

  it('is emptied of a token whose session was ended elsewhere, once it comes', async () => {
    const { id, token } = await signedIn(service)
    await me(service, token)
    await service.sql('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', id)
    await asked()
    expect((await me(service, token)).status).toBe(401)
    expect(await asked()).toBe(1) // taken out
    expect((await me(service, token)).status).toBe(401)
    expect(await asked()).toBe(1) // not found any more
  })

  it.each(['down', 'hangs'] as const)('is done without while the KV namespace is away (%s)', async (mode) => {
    const { token } = await signedIn(service)
    await service.fault('CACHE_KV', mode)
    expect((await me(service, token)).status).toBe(200)
    expect((await service.json('/api/auth/logout', { method: 'POST', headers: bearer(token) })).status).toBe(204)
    expect((await me(service, token)).status).toBe(401)
  })
})

describe('after JWT_SECRET has changed', () => {
  let changed: Service
  beforeAll(async () => {
    const vars = { JWT_SECRET: SECRET.split('').reverse().join('') }
    changed = await startService({ vars: { JWT_SECRET: SECRET }, twins: { vars } })
    await changed.fetch('/api/health')
  })
  afterAll(() => changed.dispose())

  it('what was verified before lets nobody in', async () => {
    const { token } = await signedIn(changed)
    expect((await me(changed, token)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 100)) // it is written to the KV namespace after the answer
    const { status, body } = await changed.twin('/api/auth/me', { headers: bearer(token) })
    expect([status, body.code]).toEqual([401, 'invalid_token'])
  })
})
