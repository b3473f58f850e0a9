import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { addUser, bearer, cookiesOf, me, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from './fixture.ts'

const service = sharedService({
  root: fileURLToPath(new URL('../fixtures/guards', import.meta.url)),
  vars: { JWT_SECRET: SECRET },
})

beforeAll(async () => {
  await service.fetch('/api/health')
})

const status = async (path: string, token?: string) =>
  (await service.fetch(path, token === undefined ? {} : { headers: bearer(token) })).status
/** Result of an operation of the kit for a plugin. */
const call = async (operation: string, ...args: string[]) => {
  const { body } = await service.json(`/gate-calls/${operation}`, { body: args })
  return 'result' in body ? body.result : body.code
}
const logged = (type: string) => service.logs.filter((line) => line.type === type)

describe('middleware in a custom plugin', () => {
  it('requireAuth() asks everybody to sign in, browsers by a redirect', async () => {
    const { token } = await signedIn(service)
    expect(await status('/gate/auth', token)).toBe(200)
    const anonymous = await service.json('/gate/auth')
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'unauthenticated'])
    expect((await service.json('/gate/auth', { headers: bearer('nonsense') })).body.code).toBe('invalid_token')
    const page = await service.fetch('/gate/auth', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('location')]).toEqual([302, '/auth/login?redirect=%2Fgate%2Fauth'])
    const htmx = await service.fetch('/gate/auth', { headers: { 'hx-request': 'true' } })
    expect([htmx.status, htmx.headers.has('hx-redirect')]).toEqual([401, true])
  })

  it('requireRole() takes one role or several, and those above', async () => {
    const roles = ['admin', 'editor', 'author', 'viewer', 'moderator']
    const people = await Promise.all(roles.map((role) => signedIn(service, role)))
    const through = async (path: string) => {
      const statuses = await Promise.all(people.map(({ token }) => status(path, token)))
      return roles.filter((_, index) => statuses[index] === 200)
    }
    expect(await through('/gate/admins')).toEqual(['admin'])
    expect(await through('/gate/writers')).toEqual(['admin', 'editor', 'author'])
    expect(await through('/gate/viewers')).toEqual(['admin', 'editor', 'author', 'viewer'])
    expect(await status('/gate/admins', people[1]?.token)).toBe(403)
    expect(await status('/gate/admins')).toBe(401)
  })

  it('optionalAuth() lets everybody through and knows who they are', async () => {
    const { id, token } = await signedIn(service)
    const text = async (init?: RequestInit) => (await service.fetch('/gate/optional', init)).text()
    expect(await text({ headers: bearer(token) })).toBe(`caller: ${id}`)
    expect(await text({ headers: bearer('nonsense') })).toBe('caller: nobody')
    expect(await text()).toBe('caller: nobody')
  })

  it('requirePermission() asks the role', async () => {
    const [editor, author] = [await signedIn(service, 'editor'), await signedIn(service, 'author')]
    expect(await status('/gate/permission', editor.token)).toBe(200)
    expect(await status('/gate/permission', author.token)).toBe(403)
    expect(await status('/gate/permission')).toBe(401)
  })

  it('requirePermission() with a team asks what the caller may do in that team, anew each time', async () => {
    const { id, token } = await signedIn(service)
    const admin = await signedIn(service, 'admin')
    expect(await status('/gate/team/red', token)).toBe(403)
    await call('setTeam', id, 'red', 'team.settings', 'team.settings')
    expect(await status('/gate/team/red', token)).toBe(200)
    expect(await status('/gate/team/blue', token)).toBe(403)
    expect(await status('/gate/team/blue', admin.token)).toBe(200)
    await service.sql('DELETE FROM team_permissions')
    expect(await status('/gate/team/red', token)).toBe(403)
  })

  it.each<[path: string, method: 'GET' | 'POST', scopes: readonly string[]]>([
    ['/gate/auth', 'GET', ['media.upload', 'content.publish', '*']],
    ['/gate/auth', 'POST', ['*']],
    ['/gate/admins', 'GET', ['*']],
    ['/gate/admins', 'POST', ['*']],
    ['/gate/permission', 'GET', ['content.publish', '*']],
    ['/gate/permission', 'POST', ['content.publish', '*']],
    ['/gate/team/red', 'GET', ['*']],
    ['/gate/team/red', 'POST', ['*']],
  ])(
    'lets an API token of an administrator through %s by %s with the scopes %j alone',
    async (path, method, expected) => {
      const admin = await signedIn(service, 'admin')
      const through = async (scope: string) => {
        const body = { name: 'gate', scopes: [scope] }
        const made = await service.json('/admin/auth/tokens', { body, headers: bearer(admin.token) })
        const { status } = await service.fetch(path, { method, headers: bearer(made.body.data.token) })
        return { 200: true, 403: false }[status] ?? status
      }
      const scopes = ['media.upload', 'content.publish', '*']
      const outcomes = await Promise.all(scopes.map(through))
      expect(outcomes).toEqual(scopes.map((scope) => expected.includes(scope)))
    },
  )

  it('requireActivePlugin() answers 404 for a plugin that is off, or not there', async () => {
    expect(await status('/gate/switched')).toBe(200)
    await service.sql(`UPDATE plugins SET active = 0 WHERE id = 'switched'`)
    await expect.poll(() => status('/gate/switched')).toBe(404)
    const missing = await service.json('/gate/missing')
    expect([missing.status, missing.body.code]).toEqual([404, 'plugin_inactive'])
  })

  it('cacheHeaders() and securityHeaders() set theirs', async () => {
    expect((await service.fetch('/gate/cached')).headers.get('cache-control')).toBe('private, max-age=30')
    const secured = await service.fetch('/gate/secured')
    expect(secured.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  it('bootstrapMiddleware() waits for the service to be ready', async () => {
    await service.sql('DELETE FROM plugins')
    await service.sql('DELETE FROM system_state')
    await service.resetBootstrap()
    expect(await status('/gate/bootstrapped')).toBe(200)
    expect(await service.sql('SELECT id FROM plugins')).not.toEqual([])
  })

  it('loggingMiddleware(), securityLoggingMiddleware() and performanceLoggingMiddleware() write their lines', async () => {
    const count = (type: string, path: string) => logged(type).filter(({ url }) => String(url).includes(path)).length
    await service.fetch('/gate/logged')
    await service.fetch('/gate/watched?q=<script>')
    await service.fetch('/gate/timed')
    await expect.poll(() => count('request', '/gate/logged')).toBe(2)
    await expect.poll(() => count('security', '/gate/watched')).toBe(2)
    await expect.poll(() => count('slow', '/gate/timed')).toBe(1)
  })
})

describe('the permission manager', () => {
  it('tells role, permissions by their full names, and teams', async () => {
    const { id } = await addUser(service, { role: 'editor' })
    await call('setTeam', id, 'red', 'team.settings', 'users.*')
    const expected = {
      userId: id,
      role: 'editor',
      permissions: [
        'content.create',
        'content.delete',
        'content.edit',
        'content.publish',
        'media.delete',
        'media.upload',
      ],
      teamPermissions: { red: ['team.settings', 'users.create', 'users.delete', 'users.edit'] },
    }
    expect(await call('permissions', id)).toEqual(expected)
    expect(await call('permissionsByBinding', id)).toEqual(expected)
    await call('setTeam', id, 'red')
    expect((await call('permissions', id)).teamPermissions).toEqual({})
  })

  it('knows permissions that the config adds', async () => {
    const [admin, moderator] = [
      await addUser(service, { role: 'admin' }),
      await addUser(service, { role: 'moderator' }),
    ]
    expect((await call('permissions', moderator.id)).permissions).toEqual(['comments.hide'])
    expect((await call('permissions', admin.id)).permissions).toContain('comments.hide')
    expect(await call('several', moderator.id, 'comments.hide', 'content.edit')).toEqual({
      'comments.hide': true,
      'content.edit': false,
    })
  })

  it('answers for one permission, in a team as well', async () => {
    const { id } = await addUser(service, { role: 'author' })
    await call('setTeam', id, 'red', 'content.publish')
    expect(await call('has', id, 'content.edit')).toBe(true)
    expect(await call('has', id, 'content.publish')).toBe(false)
    expect(await call('has', id, 'content.publish', 'red')).toBe(true)
    expect(await call('has', id, 'content.publish', 'blue')).toBe(false)
  })

  it('has nothing for nobody, and for who is not active', async () => {
    const { id } = await addUser(service, { role: 'admin', isActive: false })
    for (const userId of [id, 'nobody']) {
      expect(await call('permissions', userId)).toEqual({ userId, role: '', permissions: [], teamPermissions: {} })
      expect(await call('has', userId, 'content.edit')).toBe(false)
    }
  })

  it('remembers a user until it is told to forget, or for some seconds', async () => {
    const { id } = await addUser(service, { role: 'editor' })
    const lower = (role: string) => service.sql('UPDATE users SET role = ? WHERE id = ?', role, id)
    expect(await call('has', id, 'content.edit')).toBe(true)
    await lower('viewer')
    expect(await call('has', id, 'content.edit')).toBe(true)
    await call('clearUser', 'somebody else')
    expect(await call('has', id, 'content.edit')).toBe(true)
    await call('clearUser', id)
    expect(await call('has', id, 'content.edit')).toBe(false)
    await lower('editor')
    await call('clearAll')
    expect(await call('has', id, 'content.edit')).toBe(true)
    await lower('viewer')
    await expect.poll(() => call('has', id, 'content.edit'), { interval: 500 }).toBe(false)
  })
})

describe('the auth service and the token manager', () => {
  it('make tokens that hold until their session ends, and set no cookie', async () => {
    const { id, email } = await addUser(service, { role: 'editor' })
    const answer = await service.json('/gate-calls/generate', { body: [id] })
    expect(cookiesOf(answer)).toEqual({})
    const token = answer.body.result
    expect(await call('validate', token)).toEqual({ valid: true, userId: id })
    expect(await call('verify', token)).toEqual({
      userId: id,
      email,
      role: 'editor',
      sid: expect.any(String),
      exp: expect.any(Number),
      iat: expect.any(Number),
    })
    expect((await me(service, token)).body.user.id).toBe(id)
    await service.sql('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', id)
    expect(await call('validate', token)).toEqual({ valid: false, userId: null })
    expect(await call('verify', token)).toBeNull()
  })

  it('make tokens for the account as it is, and for nobody else', async () => {
    const { id, email } = await addUser(service, { role: 'editor' })
    const off = await addUser(service, { isActive: false })
    expect(await call('verify', await call('generateFor', id, email, 'editor'))).toMatchObject({ userId: id })
    expect(await call('generateFor', id, email, 'admin')).toBe('conflict')
    expect(await call('generate', 'nobody')).toBe('not_found')
    expect(await call('generate', off.id)).toBe('account_inactive')
  })

  it('hash and verify passwords', async () => {
    const hash = await call('hash', 'correct horse')
    expect(hash).toMatch(/^scrypt\$/)
    expect(await call('verifyPassword', 'correct horse', hash)).toBe(true)
    expect(await call('verifyPassword', 'wrong horse', hash)).toBe(false)
    expect(await call('verifyPassword', 'correct horse', 'no hash')).toBe(false)
  })
})
