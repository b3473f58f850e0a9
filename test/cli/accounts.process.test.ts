import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isApiToken } from '../../src/runtime/accounts/api-token.ts'
import { verifyPassword } from '../../src/runtime/accounts/password-hash.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { cms, createProject, type Project, repository } from './cms.ts'
import { wranglerFiles } from './wrangler-files.ts'

const CONFIG = `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
import coreAuth from '${repository}/plugins/core-auth/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [coreAuth()],
  environments: { development: {}, production: { domain: 'cms.example.com' } },
})
`
const PASSWORD = 'correct horse battery'

let api: StandIn
let project: Project
const run = (args: readonly string[], env: Record<string, string> = { CMS_USER_PASSWORD: PASSWORD }) =>
  cms(args, { cwd: project.root, env: { ...api.env, ...env } })
const production = (...args: string[]) => run([...args, '--env', 'production'])
const json = async (...args: string[]) => {
  const { code, stdout } = await production(...args, '--json')
  return { code, ...JSON.parse(stdout) }
}
const select = async (sql: string) => (await api.sql('db-production', sql))[0] ?? []

beforeAll(async () => {
  api = await startStandIn(['db-production'])
  project = createProject({ 'cms.config.ts': CONFIG, ...wranglerFiles({ production: 'db-production' }) })
})
afterAll(async () => {
  await api.dispose()
  project.remove()
})

describe('cms user and cms token with a remote database', () => {
  it('ask for migrations first', async () => {
    const { code, stderr } = await production('user', 'list')
    expect(stderr).toContain('The database of production has no tables yet.')
    expect(code).toBe(3)
    await run(['build'])
    expect((await production('migrate', 'apply')).code).toBe(0)
    expect((await production('user', 'list')).stdout).toBe('There are no accounts.\n')
  })

  it('make an account whose password works, and is nowhere to be read', async () => {
    const { code, user } = await json('user', 'create', ' Ann@Example.com ', '--role', 'admin', '--first-name', 'Ann')
    expect(code).toBe(0)
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'ann@example.com',
      username: 'ann',
      firstName: 'Ann',
      lastName: null,
      role: 'admin',
      isActive: true,
      emailVerified: true,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    const [row] = await select('SELECT password_hash FROM users')
    expect(await verifyPassword(PASSWORD, String(row?.password_hash))).toBe(true)
    expect(JSON.stringify(api.requests)).not.toContain(PASSWORD)
  })

  it('add to a username that is taken, and refuse an email that is', async () => {
    const { user } = await json('user', 'create', 'ann@elsewhere.example')
    expect([user.role, user.username]).toEqual(['viewer', expect.stringMatching(/^ann-.{6}$/)])
    const again = await production('user', 'create', 'ann@example.com')
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is taken')])
  })

  it('refuse what cannot be', async () => {
    const outcome = async (args: string[], env: Record<string, string>) => {
      const { code, stdout, stderr } = await run([...args, '--env', 'production'], env)
      return [code, stdout, stderr]
    }
    const create = ['user', 'create', 'bob@example.com']
    expect(await outcome(create, {})).toEqual([2, '', expect.stringContaining('There is no password.')])
    const weak = { CMS_USER_PASSWORD: 'iloveyou' }
    expect(await outcome(create, weak)).toEqual([1, '', expect.stringContaining('most common')])
    const set = { CMS_USER_PASSWORD: PASSWORD }
    expect(await outcome([...create, '--role', 'edtor'], set)).toEqual([
      2,
      '',
      expect.stringContaining('Did you mean editor?'),
    ])
    expect(await outcome(['user', 'create', 'bob'], set)).toEqual([
      2,
      '',
      expect.stringContaining('not an email address'),
    ])
    expect(await outcome(['user', 'role', 'bob@example.com', '--role', 'editor'], set)).toEqual([
      1,
      '',
      expect.stringContaining('There is no account'),
    ])
    expect(await select(`SELECT id FROM users WHERE email LIKE 'bob%'`)).toEqual([])
  })

  it('change role, password and activity; what ends sessions ends them', async () => {
    const [{ id } = {}] = await select(`SELECT id FROM users WHERE email = 'ann@elsewhere.example'`)
    const open = `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, refresh_hash) VALUES (hex(randomblob(8)), '${id}', 1, 1, 9999999999999, hex(randomblob(8)))`
    const live = async () => (await select('SELECT id FROM sessions WHERE revoked_at IS NULL')).length
    await api.sql('db-production', open)
    expect((await json('user', 'role', 'ann@elsewhere.example', '--role', 'editor')).user.role).toBe('editor')
    expect(await live()).toBe(1)
    const other = 'another good password'
    await run(['user', 'password', 'ann@elsewhere.example', '--env', 'production'], { CMS_USER_PASSWORD: other })
    const [row] = await select(`SELECT password_hash FROM users WHERE id = '${id}'`)
    expect(await verifyPassword(other, String(row?.password_hash))).toBe(true)
    expect(await live()).toBe(0)
    await api.sql('db-production', open)
    expect((await json('user', 'deactivate', 'ann@elsewhere.example')).user.isActive).toBe(false)
    expect(await live()).toBe(0)
    expect((await json('user', 'activate', 'ann@elsewhere.example')).user.isActive).toBe(true)
    const { users } = await json('user', 'list', '--role', 'editor')
    expect(users.map(({ email }: { email: string }) => email)).toEqual(['ann@elsewhere.example'])
  })

  it('turn off the second factor of somebody who has lost it, and remove passkeys with a new password', async () => {
    const { user } = await json('user', 'create', 'lost@example.com')
    const rows = async (table: string) =>
      (await select(`SELECT user_id FROM ${table} WHERE user_id = '${user.id}'`)).length
    for (const sql of [
      `UPDATE users SET second_factor = 1 WHERE id = '${user.id}'`,
      `INSERT INTO authenticator_apps (user_id, totp_secret, last_period, created_at) VALUES ('${user.id}', 's', 0, 1)`,
      `INSERT INTO recovery_codes (code_hash, user_id, created_at) VALUES ('h', '${user.id}', 1)`,
      `INSERT INTO one_time_tokens (token_hash, purpose, user_id, created_at, expires_at) VALUES ('h', 'reset-password', '${user.id}', 1, 9999999999999)`,
      `INSERT INTO passkeys (id, user_id, name, public_key, signatures, transports, created_at) VALUES ('p', '${user.id}', 'p', 'k', 0, '[]', 1)`,
    ]) {
      await api.sql('db-production', sql)
    }
    expect((await production('user', 'reset-second-factor', 'lost@example.com')).stdout).toBe(
      '✓ lost@example.com signs in without a second factor\n',
    )
    expect(await select(`SELECT second_factor FROM users WHERE id = '${user.id}'`)).toEqual([{ second_factor: 0 }])
    const left = async () =>
      Promise.all(['authenticator_apps', 'recovery_codes', 'passkeys', 'one_time_tokens'].map((table) => rows(table)))
    expect(await left()).toEqual([0, 0, 1, 1])
    await production('user', 'password', 'lost@example.com')
    expect(await left()).toEqual([0, 0, 0, 0])
    await production('user', 'delete', 'lost@example.com', '--yes')
  })

  it('leave one administrator', async () => {
    for (const args of [
      ['user', 'deactivate', 'ann@example.com'],
      ['user', 'role', 'ann@example.com', '--role', 'viewer'],
      ['user', 'delete', 'ann@example.com', '--yes'],
    ]) {
      const { code, stderr } = await production(...args)
      expect([code, stderr]).toEqual([1, expect.stringContaining('the last active administrator')])
    }
  })

  it('delete an account with its sessions and tokens, when it is meant', async () => {
    const { user } = await json('user', 'create', 'gone@example.com')
    const rows = async (table: string) => (await select(`SELECT id FROM ${table} WHERE user_id = '${user.id}'`)).length
    await api.sql(
      'db-production',
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, refresh_hash) VALUES ('s', '${user.id}', 1, 1, 9999999999999, 'h')`,
    )
    await production('token', 'create', 'gone@example.com', '--name', 'x')
    expect([await rows('sessions'), await rows('api_tokens')]).toEqual([1, 1])
    const asked = await production('user', 'delete', 'gone@example.com')
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--env production --yes')])
    expect(await select(`SELECT id FROM users WHERE id = '${user.id}'`)).toHaveLength(1)
    expect((await json('user', 'delete', 'gone@example.com', '--yes')).user.id).toBe(user.id)
    expect([await rows('sessions'), await rows('api_tokens')]).toEqual([0, 0])
    expect(await select(`SELECT id FROM users WHERE id = '${user.id}'`)).toEqual([])
  })

  it('make, list and revoke API tokens', async () => {
    const made = await production('token', 'create', 'ann@example.com', '--name', 'deploys', '--scopes', 'content.*')
    const token = made.stdout.trim()
    expect([made.code, isApiToken(token)]).toEqual([0, true])
    const listed = await json('token', 'list', '--user', 'ann@example.com')
    expect(listed.tokens).toEqual([
      {
        id: expect.any(String),
        email: 'ann@example.com',
        name: 'deploys',
        scopes: ['content.*'],
        createdAt: expect.any(String),
        expiresAt: null,
        lastUsedAt: null,
      },
    ])
    expect(JSON.stringify(await select('SELECT * FROM api_tokens'))).not.toContain(token.slice(4, 40))
    const beyond = await production('token', 'create', 'ann@elsewhere.example', '--scopes', 'users.edit')
    expect([beyond.code, beyond.stderr]).toEqual([
      2,
      expect.stringContaining('does not have the permission users.edit'),
    ])
    const late = await production('token', 'create', 'ann@example.com', '--expires', '2001-01-01')
    expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('a time in the future')])
    expect((await json('token', 'revoke', listed.tokens[0].id)).revoked).toBe(listed.tokens[0].id)
    expect((await production('token', 'revoke', listed.tokens[0].id)).code).toBe(1)
    expect((await json('token', 'list')).tokens).toEqual([])
  })
})

describe('cms user with the local database', () => {
  it('makes it where there is none', async () => {
    const { code, stdout } = await run(['user', 'create', 'local@example.com', '--no-password', '--json'], {})
    expect([code, JSON.parse(stdout).user.email]).toEqual([0, 'local@example.com'])
    const { stdout: list } = await run(['user', 'list'])
    expect(list).toContain('local@example.com  viewer')
  })
})
