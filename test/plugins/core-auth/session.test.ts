import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { bearer, cookiesOf, me, SECRET, signedIn } from './people.ts'

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

const refresh = (refreshToken: string) => service.json('/api/auth/refresh', { body: { refreshToken } })
const byCookie = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  service.json(path, { method: 'POST', headers: { cookie, ...headers } })

describe('a refresh token', () => {
  it('is exchanged for new tokens that work, without the user', async () => {
    const { id, token, refreshToken } = await signedIn(service, 'editor')
    const answer = await refresh(refreshToken)
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([200, ['expiresIn', 'refreshToken', 'token']])
    expect(answer.body.refreshToken).not.toBe(refreshToken)
    expect(cookiesOf(answer).refresh_token?.value).toBe(answer.body.refreshToken)
    expect((await me(service, answer.body.token)).body.user.id).toBe(id)
    expect((await me(service, token)).status).toBe(200)
    expect((await refresh(answer.body.refreshToken)).status).toBe(200)
  })

  it('gives the very same successor once more while its answer may have been lost', async () => {
    const { refreshToken, id } = await signedIn(service)
    const lost = await refresh(refreshToken)
    const again = await refresh(refreshToken)
    expect([again.status, again.body.refreshToken]).toEqual([200, lost.body.refreshToken])
    expect(cookiesOf(again).refresh_token?.value).toBe(lost.body.refreshToken)
    expect((await me(service, again.body.token)).body.user.id).toBe(id)
    expect((await refresh(again.body.refreshToken)).status).toBe(200)
  })

  it.each<[string, (body: { token: string; refreshToken: string }, id: string) => Promise<unknown>]>([
    ['its successor was used', ({ refreshToken }) => refresh(refreshToken)],
    [
      'the access token that came with it was used',
      async ({ token }, id) => {
        await me(service, token)
        const nonces = () => service.sql('SELECT rotation_nonce AS nonce FROM sessions WHERE user_id = ?', id)
        await expect.poll(nonces).toEqual([{ nonce: null }])
      },
    ],
    [
      'half a minute has gone by',
      (_, id) => service.sql('UPDATE sessions SET rotated_at = rotated_at - 30001 WHERE user_id = ?', id),
    ],
  ])('is refused, and its session with it, when it comes after %s', async (_, arrive) => {
    const { refreshToken, id } = await signedIn(service)
    const { body } = await refresh(refreshToken)
    await arrive(body, id)
    const stolen = await refresh(refreshToken)
    expect([stolen.status, stolen.body.code]).toEqual([401, 'refresh_token_reused'])
    expect((await me(service, body.token)).body.code).toBe('invalid_token')
    expect((await refresh(body.refreshToken)).status).toBe(401)
  })

  it('is repeated for half a minute', async () => {
    const { refreshToken, id } = await signedIn(service)
    const { body } = await refresh(refreshToken)
    await service.sql('UPDATE sessions SET rotated_at = rotated_at - 20000 WHERE user_id = ?', id)
    expect((await refresh(refreshToken)).body.refreshToken).toBe(body.refreshToken)
  })

  it('is not repeated for a session that has ended', async () => {
    const { refreshToken, id } = await signedIn(service)
    const { body } = await refresh(refreshToken)
    await service.json('/api/auth/logout', { body: { refreshToken: body.refreshToken } })
    expect((await refresh(refreshToken)).status).toBe(401)
    const [row] = await service.sql<{ open: number }>(
      'SELECT count(*) AS open FROM sessions WHERE user_id = ? AND revoked_at IS NULL',
      id,
    )
    expect(row?.open).toBe(0)
  })

  it('clears the cookies when it is used a second time', async () => {
    const { refreshToken } = await signedIn(service)
    const { body } = await refresh(refreshToken)
    await refresh(body.refreshToken)
    const again = await refresh(refreshToken)
    expect([again.status, again.body.code]).toEqual([401, 'refresh_token_reused'])
    expect(cookiesOf(again).refresh_token).toMatchObject({
      value: '',
      attributes: expect.arrayContaining(['Max-Age=0']),
    })
  })

  it('has one successor, however many use it at the same time', async () => {
    const { refreshToken, id } = await signedIn(service)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1)
    expect((await me(service, answers[7]?.body.token)).body.user.id).toBe(id)
  })

  it('is refused when it is unknown, expired, or of an inactive user', async () => {
    const [late, inactive] = [await signedIn(service), await signedIn(service)]
    await service.sql('UPDATE sessions SET expires_at = 1 WHERE user_id = ?', late.id)
    await service.sql('UPDATE users SET is_active = 0 WHERE id = ?', inactive.id)
    for (const token of ['nonsense', late.refreshToken, inactive.refreshToken]) {
      const answer = await refresh(token)
      expect([answer.status, answer.body.code]).toEqual([401, 'invalid_token'])
    }
  })

  it('carries the role that the account has by now', async () => {
    const { id, refreshToken } = await signedIn(service, 'viewer')
    await service.sql("UPDATE users SET role = 'editor' WHERE id = ?", id)
    const { body } = await refresh(refreshToken)
    expect(JSON.parse(atob(body.token.split('.')[1])).role).toBe('editor')
  })

  it('is taken from the cookie, but only from this site', async () => {
    const { refreshToken } = await signedIn(service)
    const cookie = `refresh_token=${refreshToken}`
    const foreign = await byCookie('/api/auth/refresh', cookie, { origin: 'https://evil.example' })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'csrf_failed'])
    expect((await byCookie('/api/auth/refresh', cookie)).body.code).toBe('csrf_failed')
    expect((await byCookie('/api/auth/refresh', cookie, { origin: service.url.origin })).status).toBe(200)
  })

  it('has to be given', async () => {
    const answers = [
      await service.json('/api/auth/refresh', { method: 'POST' }),
      await service.json('/api/auth/refresh', { body: {} }),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([401, 'unauthenticated'])
    const wrong = await service.json('/api/auth/refresh', { body: { refresh_token: 'x' } })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'validation_failed'])
  })

  it('is stored as nothing but its hash', async () => {
    const { refreshToken } = await signedIn(service)
    const { body } = await refresh(refreshToken)
    const rows = JSON.stringify([
      await service.sql('SELECT * FROM sessions'),
      await service.sql('SELECT * FROM spent_refresh_tokens'),
    ])
    expect(rows).not.toContain(refreshToken)
    expect(rows).not.toContain(body.refreshToken)
  })
})

describe('signing out', () => {
  it('stops the access token and the refresh token at once, and clears the cookies', async () => {
    const { token, refreshToken } = await signedIn(service)
    const answer = await service.json('/api/auth/logout', { method: 'POST', headers: bearer(token) })
    expect([answer.status, answer.body]).toEqual([204, ''])
    for (const name of ['auth_token', 'refresh_token']) {
      expect(cookiesOf(answer)[name]).toMatchObject({ value: '', attributes: expect.arrayContaining(['Max-Age=0']) })
    }
    expect((await me(service, token)).body.code).toBe('invalid_token')
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  it('works by cookie, from this site only', async () => {
    const { token, refreshToken } = await signedIn(service)
    const cookie = `auth_token=${token}; refresh_token=${refreshToken}`
    expect((await byCookie('/api/auth/logout', cookie, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await me(service, token)).status).toBe(200)
    expect((await byCookie('/api/auth/logout', cookie, { origin: service.url.origin })).status).toBe(204)
    expect((await me(service, token)).status).toBe(401)
  })

  it('is no error for someone who is not signed in', async () => {
    expect((await service.json('/api/auth/logout', { method: 'POST' })).status).toBe(204)
  })
})

/** Uses of which the last is noted: the table and column, and what is asked by. */
it.each([
  ['sessions', 'last_seen_at'],
  ['api_tokens', 'last_used_at'],
])('notes in %s when it was used, not more than every five minutes', async (table, column) => {
  const { id, token } = await signedIn(service, 'editor')
  const made = await service.json('/admin/auth/tokens', { body: { name: 'ci', scopes: [] }, headers: bearer(token) })
  const used = table === 'sessions' ? token : made.body.data.token
  await me(service, used)
  const at = async () => {
    const [row] = await service.sql<{ at: number | null }>(`SELECT ${column} AS at FROM ${table} WHERE user_id = ?`, id)
    return row?.at ?? 0
  }
  await expect.poll(at).toBeGreaterThan(0)
  const useAfter = async (seconds: number) => {
    const then = Date.now() - seconds * 1000
    await service.sql(`UPDATE ${table} SET ${column} = ?1 WHERE user_id = ?2`, then, id)
    await me(service, used)
    return then
  }
  const young = await useAfter(290)
  await me(service, used)
  expect(await at()).toBe(young)
  const old = await useAfter(301)
  await expect.poll(at).toBeGreaterThan(old)
})
