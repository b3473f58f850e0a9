import { beforeAll, expect, test } from 'vitest'
import { me, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })
const DAY = 86_400_000

beforeAll(async () => {
  await service.fetch('/api/health')
})

/** Somebody whose session was opened so many days ago. */
async function signedInSince(days: number) {
  const user = await signedIn(service, 'editor')
  const openedAt = Date.now() - days * DAY
  await service.sql('UPDATE sessions SET created_at = ? WHERE user_id = ?', openedAt, user.id)
  return { ...user, openedAt }
}

const refresh = (refreshToken: string) => service.json('/api/auth/refresh', { body: { refreshToken } })

test('a session that stays in use ends thirty days after it was opened', async () => {
  const { id, refreshToken, openedAt } = await signedInSince(27)
  const renewed = await refresh(refreshToken)
  expect(renewed.status).toBe(200)
  expect(
    await service.sql('SELECT expires_at, typeof(expires_at) AS type FROM sessions WHERE user_id = ?', id),
  ).toEqual([{ expires_at: openedAt + 30 * DAY, type: 'integer' }])
  await service.sql(
    'UPDATE sessions SET created_at = created_at - ?, expires_at = expires_at - ? WHERE user_id = ?',
    3 * DAY,
    3 * DAY,
    id,
  )
  expect((await me(service, renewed.body.token)).status).toBe(401)
  expect((await refresh(renewed.body.refreshToken)).body.code).toBe('invalid_token')
})

test('a young one is renewed for a week', async () => {
  const { id, refreshToken } = await signedInSince(5)
  const before = Date.now()
  expect((await refresh(refreshToken)).status).toBe(200)
  const [row] = await service.sql<{ expires_at: number }>('SELECT expires_at FROM sessions WHERE user_id = ?', id)
  expect(row?.expires_at).toBeGreaterThanOrEqual(before + 7 * DAY)
})
