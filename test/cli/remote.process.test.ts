import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCredentials } from '../../src/cli/cloudflare/credentials.ts'
import { readWranglerFile } from '../../src/cli/wrangler/wrangler-file.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { cms, collection, createProject, type Project } from './cms.ts'
import { wranglerFiles } from './wrangler-files.ts'

const FILES = wranglerFiles({ production: 'db-production', preview: null })

let api: StandIn
let project: Project
const run = (...args: string[]) => cms(args, { cwd: project.root, env: api.env })
const production = (...args: string[]) => run(...args, '--env', 'production')
const buildSealed = () => {
  project.seal()
  return run('build')
}

beforeAll(async () => {
  api = await startStandIn(['db-production'])
  project = createProject({ ...FILES })
})
afterAll(async () => {
  await api.dispose()
  project.remove()
})

describe('cms migrate with a remote database', () => {
  it('applies nothing that is not written down', async () => {
    const { code, stderr } = await production('migrate', 'apply')
    expect(stderr).toContain('migrations/0001_initial.sql does not match the config; nothing was applied.')
    expect(code).toBe(3)
    expect(api.requests).toEqual([])
  })

  it('lists what is pending, applies it, and agrees with itself afterwards', async () => {
    await run('build')
    expect(await production('migrate', 'status')).toMatchObject({ code: 3, stdout: 'pending 0001_initial.sql\n' })
    expect(await production('migrate', 'apply')).toEqual({
      code: 0,
      stdout: 'applied 0001_initial.sql\n',
      stderr: '',
    })
    const { code, stdout } = await production('migrate', 'status', '--json')
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      applied: [{ name: '0001_initial.sql' }],
      drift: [],
    })
  })

  it('applies what loses values once the config acknowledges it', async () => {
    project.write('collections/posts.ts', collection('posts', 'title: field.string(), note: field.string()'))
    await buildSealed()
    await production('migrate', 'apply')
    project.write(
      'collections/posts.ts',
      collection('posts', 'title: field.string()').replace('fields:', "dropped: { note: 'unused' }, fields:"),
    )
    await buildSealed()
    expect((await production('migrate', 'apply')).stdout).toBe('applied 0003_drop_posts_note.sql\n')
    const [columns] = await api.sql('db-production', `SELECT name FROM pragma_table_info('posts') WHERE name = 'note'`)
    expect(columns).toEqual([])
  })

  it('finds drift, exits with 6, and writes the migration that brings the database back', async () => {
    expect(await production('drift')).toEqual({
      code: 0,
      stdout: '✓ The database of production matches its migrations.\n',
      stderr: '',
    })
    await api.sql('db-production', 'CREATE INDEX mine ON posts (title)', 'CREATE TABLE theirs (id)')
    const { code, stdout } = await production('drift')
    expect(code).toBe(6)
    expect(stdout.split('\n')).toEqual([
      'drift the index mine of posts is in the database, but not in the lock',
      '  lock      nothing',
      '  database  CREATE INDEX "mine" ON "posts" ("title")',
      'foreign the table theirs is in the database, but no migration created it',
      '  drop it, or declare it in the tables of a plugin',
      '',
    ])
    const json = await production('drift', '--write', '--json')
    expect({ code: json.code, ...JSON.parse(json.stdout) }).toMatchObject({
      code: 6,
      drift: [{ kind: 'surplus', what: 'index', name: 'mine', lock: null }, { kind: 'foreign' }],
      pending: [],
      written: 'migrations/0004_drop_mine.sql',
    })
    expect((await production('migrate', 'apply')).stdout).toBe('applied 0004_drop_mine.sql\n')
    await api.sql('db-production', 'DROP TABLE theirs')
    expect((await production('drift')).code).toBe(0)
  })

  it('refuses the database of another project with exit code 7', async () => {
    await api.sql(
      'db-production',
      `UPDATE system_state SET value = '{"project":"shop","environment":"production"}' WHERE key = 'project'`,
    )
    const { code, stderr } = await production('migrate', 'status')
    expect(stderr).toContain('belongs to shop (production), not to site (production). Nothing was changed.')
    expect(code).toBe(7)
  })

  it('takes it over where it is told to', async () => {
    expect((await production('migrate', 'apply', '--adopt')).code).toBe(0)
    expect((await production('migrate', 'status')).code).toBe(0)
  })

  it('says which migrations only the ledger knows, with exit code 6', async () => {
    await api.sql('db-production', `INSERT INTO d1_migrations (name) VALUES ('0009_theirs.sql')`)
    const { code, stdout, stderr } = await production('migrate', 'apply')
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
    expect(stderr).toContain('0009_theirs.sql was applied to this database, but this program does not know it.')
    const before = readdirSync(join(project.root, 'migrations'))
    const drift = await production('drift', '--write')
    expect(drift.code).toBe(6)
    expect(drift.stderr).toContain('0009_theirs.sql was applied to this database, but this program does not know it.')
    expect(readdirSync(join(project.root, 'migrations'))).toEqual(before)
  })
})

describe('what is needed to reach a database', () => {
  const read = (environment: string, variables: Record<string, string>) => () =>
    readCredentials(environment, readWranglerFile(project.root), variables)

  it.each([
    ['production', {}, 'CLOUDFLARE_API_TOKEN is not set: the database of production needs it.'],
    [
      'production',
      { CLOUDFLARE_API_TOKEN: 't' },
      'CLOUDFLARE_ACCOUNT_ID is not set: the database of production needs it.',
    ],
    [
      'preview',
      { CLOUDFLARE_API_TOKEN: 't' },
      'The binding DB of [[env.preview.d1_databases]] in wrangler.toml has no database_id.',
    ],
    ['staging', {}, 'wrangler.toml has no section [env.staging].'],
  ])('%s with %j', (environment, variables, message) => {
    expect(read(environment, variables)).toThrow(message)
  })

  it('takes the account from wrangler.toml as well', () => {
    project.write('wrangler.toml', `account_id = "from-file"\n${FILES['wrangler.toml']}`)
    expect(read('production', { CLOUDFLARE_API_TOKEN: 't' })()).toEqual({
      token: 't',
      account: 'from-file',
      database: 'db-production',
      baseUrl: 'https://api.cloudflare.com/client/v4',
    })
  })
})
