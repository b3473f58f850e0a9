import { beforeAll, expect, it } from 'vitest'
import { sharedService } from '../../runtime/fixture.ts'
import { bearer, login, SECRET, signedIn } from './people.ts'

const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

let admin: Awaited<ReturnType<typeof signedIn>>
let one: typeof admin
let two: typeof admin

beforeAll(async () => {
  await service.fetch('/api/health')
  admin = await signedIn(service, 'admin')
  one = await signedIn(service, 'editor')
  two = await signedIn(service, 'editor')
  for (const user of [one, two]) {
    for (let more = 0; more < 3; more += 1) await login(service, user.email)
    for (const name of ['a', 'b', 'c']) {
      await service.json('/admin/auth/tokens', { body: { name, scopes: [] }, headers: bearer(user.token) })
      await service.json('/admin/users/invite', {
        body: { email: `${name}-${user.id}@example.org`, role: 'viewer' },
        headers: bearer(admin.token),
      })
    }
    const newest = (table: string) => `(SELECT id FROM ${table} WHERE user_id = ?1 ORDER BY id DESC LIMIT 1)`
    await service.sql(`UPDATE sessions SET revoked_at = 1 WHERE id = ${newest('sessions')}`, user.id)
    await service.sql(`UPDATE api_tokens SET revoked_at = 1 WHERE id = ${newest('api_tokens')}`, user.id)
  }
  await service.sql(
    'UPDATE sessions SET expires_at = 1 WHERE id = (SELECT max(id) FROM sessions WHERE user_id = ? AND revoked_at IS NULL)',
    two.id,
  )
})

const LIVING = 'FROM sessions AS t JOIN users AS u ON u.id = t.user_id WHERE revoked_at IS NULL AND expires_at > 1'
const TOKENS = 'FROM api_tokens AS t JOIN users AS u ON u.id = t.user_id WHERE revoked_at IS NULL'
const NEWEST = 'ORDER BY t.created_at DESC, t.id DESC'

/** Lists: where, who asks, and what is in them. */
it.each<[string, () => [string, { token: string }, string, string?]]>([
  ['all sessions', () => ['/admin/auth/sessions', admin, `${LIVING} ${NEWEST}`]],
  [
    'sessions of a user',
    () => [`/admin/auth/sessions?userId=${two.id}`, admin, `${LIVING} AND u.id = ? ${NEWEST}`, two.id],
  ],
  [
    'sessions by a part of an email',
    () => [
      `/admin/auth/sessions?email=${one.email.slice(2, -3).toUpperCase()}`,
      admin,
      `${LIVING} AND u.id = ? ${NEWEST}`,
      one.id,
    ],
  ],
  [
    "one's own sessions, that which asks first",
    () => [
      '/api/auth/sessions',
      one,
      `${LIVING} AND u.id = ? ORDER BY t.id = (SELECT min(id) FROM sessions WHERE user_id = u.id) DESC, last_seen_at DESC, t.id DESC`,
      one.id,
    ],
  ],
  ['all API tokens', () => ['/admin/auth/tokens', admin, `${TOKENS} ${NEWEST}`]],
  [
    'API tokens of a user',
    () => [`/admin/auth/tokens?userId=${two.id}`, admin, `${TOKENS} AND u.id = ? ${NEWEST}`, two.id],
  ],
  [
    'API tokens by a part of an email',
    () => [
      `/admin/auth/tokens?email=${one.email.slice(2, -3).toUpperCase()}`,
      admin,
      `${TOKENS} AND u.id = ? ${NEWEST}`,
      one.id,
    ],
  ],
  ["one's own API tokens", () => ['/admin/auth/tokens', two, `${TOKENS} AND u.id = ? ${NEWEST}`, two.id]],
  [
    "one's own API tokens, whoever is asked for",
    () => [`/admin/auth/tokens?userId=${one.id}`, two, `${TOKENS} AND u.id = ? ${NEWEST}`, two.id],
  ],
  ['invitations', () => ['/admin/users/invitations', admin, `FROM invitations AS t ${NEWEST}`]],
])('a list has its rows once, page by page, and says how many there are: %s', async (_, asked) => {
  const [path, { token }, from, value] = asked()
  const rows = await service.sql<{ id: string }>(`SELECT t.id ${from}`, ...(value === undefined ? [] : [value]))
  const ids = rows.map(({ id }) => id)
  for (const limit of [1, 2, ids.length, ids.length + 1]) {
    const totalPages = Math.ceil(ids.length / limit)
    const seen: string[] = []
    for (let page = 1; page <= totalPages; page += 1) {
      const query = `${path.includes('?') ? '&' : '?'}page=${page}&limit=${limit}`
      const { body } = await service.json(path + query, { headers: bearer(token) })
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      const pages = { totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
      expect(body.pagination).toEqual({ page, limit, total: ids.length, ...pages })
    }
    expect([limit, seen]).toEqual([limit, ids])
  }
})
