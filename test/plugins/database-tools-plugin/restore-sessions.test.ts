import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../../harness/service.ts'
import { bearer, me, SECRET, signedIn } from '../core-auth/people.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET } })
  await service.fetch('/api/health')
})
afterAll(() => service.dispose())

test('a restore opens no session and no token again that has ended since the backup', async () => {
  const admin = await signedIn(service, 'admin')
  const headers = bearer(admin.token)
  const robbed = await signedIn(service, 'editor')
  const scopes = { name: 'stolen', scopes: ['content.read'] }
  const made = await service.json('/admin/auth/tokens', { body: scopes, headers: bearer(robbed.token) })
  const { key } = (await service.json('/admin/database/backup', { method: 'POST', headers })).body.data
  const { id, token } = made.body.data
  await service.json(`/admin/auth/tokens/${id}`, { method: 'DELETE', headers })
  await service.json('/api/auth/logout', { method: 'POST', headers: bearer(robbed.token) })
  const path = `/admin/database/backups/${key}/restore`
  const { name } = (await service.json(path, { headers })).body.data
  expect((await service.json(path, { body: { name }, headers })).status).toBe(200)
  const { refreshToken } = robbed
  expect((await service.json('/api/auth/refresh', { body: { refreshToken } })).status).toBe(401)
  const post = { body: { title: 'By a thief' }, headers: bearer(token) }
  expect((await service.json('/api/posts', post)).status).toBe(401)
  // Whoever restores stays signed in.
  expect((await me(service, admin.token)).status).toBe(200)
})
