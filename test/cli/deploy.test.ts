import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownModules } from '../../src/cli/workerd/bundle-options.ts'
import { newWorker } from '../cloudflare/resources.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { type Service, startService } from '../harness/service.ts'
import { CONFIG, cms, collection, createProject, type Project } from './cms.ts'

const WORKER = `import { createWorker } from 'lintel/runtime'
import { program } from './.cms/program.ts'
export default createWorker(program)
`
const VAULT = `import { definePlugin } from 'lintel'
export default definePlugin({
  name: 'vault',
  version: '1.0.0',
  secrets: {
    VAULT_KEY: { required: true, description: 'Opens the vault' },
    SAFE_KEY: { required: true, description: 'Opens the safe' },
    SPARE_KEY: { description: 'Opens the door' },
  },
})
`
/** A project that has the package installed needs none of it. */
const ALIASES = `[alias]\n${Object.entries(ownModules())
  .map(([name, path]) => `${JSON.stringify(name)} = ${JSON.stringify(path)}\n`)
  .join('')}`
const SECRETS = ['SAFE_KEY', 'VAULT_KEY']

let api: StandIn
let project: Project
let service: Service
const run = (args: readonly string[], env: Readonly<Record<string, string>> = api.env) =>
  cms(args, { cwd: project.root, env })
const deploy = (...args: string[]) => run(['deploy', '--env', 'production', '--url', String(service.url), ...args])
const worker = () => api.resources.workers.get('site-production')
const backups = () => (existsSync(join(project.root, 'backups')) ? readdirSync(join(project.root, 'backups')) : [])
const serve = async () => {
  await service?.dispose()
  const vars = Object.fromEntries(SECRETS.map((name) => [name, 'a-secret-that-is-long-enough-for-the-test']))
  service = await startService({ root: project.root, environment: 'production', vars })
  await service.fetch('/api/posts')
}
/** Without git, what this note does not name is taken as known to others. */
const build = async () => {
  project.write('.cms/pending', '')
  await run(['build'])
}

beforeAll(async () => {
  api = await startStandIn(['db-production'])
  project = createProject({
    'worker.ts': WORKER,
    'vault.ts': VAULT,
    'cms.config.ts': CONFIG.replace(`domain: 'cms.example.com'`, `migrations: 'apply'`)
      .replace('collections: [posts],', 'collections: [posts], plugins: [vault()],')
      .replace(
        'import posts',
        `import vault from './vault.ts'
import posts`,
      ),
  })
  await build()
  const path = join(project.root, 'wrangler.toml')
  const text = readFileSync(path, 'utf8')
    .replace('database_name = "site-production"', '$&\ndatabase_id = "db-production"')
    .replace('[[env.production.kv_namespaces]]\n', '$&id = "kv-production"\n')
  project.write('wrangler.toml', `${text}\n${ALIASES}`)
  await serve()
}, 120_000)
afterAll(async () => {
  await service?.dispose()
  await api.dispose()
  project.remove()
})

describe('cms deploy', () => {
  it('runs everything that needs no account with --dry-run', async () => {
    const { code, stdout, stderr } = await run(['deploy', '--env', 'production', '--dry-run'], {})
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /✓ check {4}what is committed.*\n✓ secrets {2}needed: .*\n.*\n.*\n.*\n✓ upload {3}wrangler bundles it/,
    )
    expect(api.requests).toEqual([])
  }, 60_000)

  it('names what wrangler cannot bundle', async () => {
    project.write('worker.ts', `${WORKER}import './missing.ts'\n`)
    const { code, stderr } = await run(['deploy', '--env', 'production', '--dry-run'], {})
    expect(code).toBe(1)
    expect(stderr).toContain('wrangler does not deploy: ')
    expect(stderr).toContain('missing.ts')
    project.write('worker.ts', WORKER)
  }, 60_000)

  it('needs an environment that is not this machine, and a lock that is up to date', async () => {
    expect((await run(['deploy'])).code).toBe(2)
    expect((await run(['deploy', '--env', 'development'])).code).toBe(7)
    expect((await run(['deploy', '--env', 'prod'])).code).toBe(2)
    const lock = readFileSync(join(project.root, 'cms.lock.json'), 'utf8')
    project.write('cms.lock.json', lock.replace('"name": "site"', '"name": "sight"'))
    const { code, stderr } = await deploy()
    expect(code).toBe(3)
    expect(stderr).toContain('cms.lock.json is not what the config compiles to; nothing was deployed.')
    project.write('cms.lock.json', lock)
  })

  it('lists secrets that are missing with the commands that set them, and changes nothing', async () => {
    const { code, stderr } = await deploy()
    expect(code).toBe(1)
    for (const name of SECRETS) {
      expect(stderr).toContain(name)
      expect(stderr).toContain(`wrangler secret put ${name} --env production`)
    }
    expect(api.requests).toEqual([])
    api.resources.workers.set('site-production', newWorker(...SECRETS))
    api.resources.buckets.set('site-production-media', new Set())
  })

  it('deploys a new database without a backup: migrate, verify, upload, smoke test', async () => {
    const { code, stdout, stderr } = await deploy('--message', 'the first')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const steps = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(/\s+/)[1])
    expect(steps).toEqual(['check', 'secrets', 'backup', 'migrate', 'verify', 'upload', 'smoke'])
    expect(stdout).toContain('applied 0001_initial.sql')
    expect(worker()?.deployments).toMatchObject([{ message: 'the first' }])
    expect(worker()?.bindings).toContainEqual(expect.objectContaining({ name: 'ENVIRONMENT', text: 'production' }))
    expect(worker()?.bindings).toContainEqual(expect.objectContaining({ name: 'DB', id: 'db-production' }))
    expect(backups().filter((name) => name.endsWith('.gz'))).toEqual([])
  }, 60_000)

  it('backs up what is there before it migrates', async () => {
    await api.sql('db-production', `INSERT INTO system_state (key, value, updated_at) VALUES ('proof', '1', 1)`)
    project.write(
      'collections/posts.ts',
      collection('posts', 'title: field.string({ required: true }), note: field.string()'),
    )
    await build()
    await serve()
    const { code, stdout, stderr } = await deploy('--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { steps } = JSON.parse(stdout)
    expect(steps[2]).toEqual({
      step: 'backup',
      outcome: expect.stringMatching(/^\d+ rows of \d+ tables: backups\/site-production-.*\.sql\.gz$/),
    })
    expect(steps[3].outcome).toMatch(/^applied 0002_/)
    expect(worker()?.deployments).toHaveLength(2)
  }, 60_000)

  it('says how to go back where the new program does not do', async () => {
    project.write(
      'collections/posts.ts',
      collection('posts', 'title: field.string({ required: true }), more: field.string(), note: field.string()'),
    )
    await build()
    const { code, stderr } = await deploy('--patience', '0')
    expect(code).toBe(1)
    expect(stderr).toMatch(/The smoke test failed at http:.*: it runs the program [0-9a-f]{12}, not [0-9a-f]{12}\./)
    const [, file] = /cms rollback --env production && cms restore (\S+) --env production --replace/.exec(stderr) ?? []
    expect(existsSync(join(project.root, file ?? 'none'))).toBe(true)
  }, 60_000)

  it('says so where the database is not what its migrations made, before anything is done', async () => {
    await api.sql('db-production', 'DROP INDEX IF EXISTS idx_nothing', 'ALTER TABLE posts ADD COLUMN stray TEXT')
    const before = worker()?.deployments.length
    const { code, stderr } = await deploy()
    expect(code).toBe(6)
    expect(stderr).toMatch(/The schema is not what cms.lock.json says: .*stray/)
    expect(stderr).toContain('Nothing was changed.')
    expect(worker()?.deployments).toHaveLength(before ?? -1)
    await api.sql('db-production', 'ALTER TABLE posts DROP COLUMN stray')
  })

  it('carries out the command that brings the database back', async () => {
    const file = backups()
      .filter((name) => name.endsWith('.gz'))
      .sort()
      .at(-1)
    const { code, stderr } = await run(['restore', `backups/${file}`, '--env', 'production', '--replace'])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const [[row] = []] = await api.sql('db-production', `SELECT value FROM system_state WHERE key = 'proof'`)
    expect(row).toEqual({ value: '1' })
  }, 60_000)
})

describe('cms rollback', () => {
  it('lets the program before run again, after a backup', async () => {
    const [, previous] = worker()?.deployments ?? []
    const count = backups().length
    const { code, stdout, stderr } = await run(['rollback', '--env', 'production'])
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('migrations are not undone') })
    expect(stdout).toContain(`rolled back site-production: ${previous?.version}`)
    expect(worker()?.deployments[0]).toMatchObject({
      version: previous?.version,
      message: expect.stringMatching(/^Rollback from /),
    })
    expect(backups()).toHaveLength(count + 1)
  })

  it('takes the beginning of a version, and lists what there is where it fits none', async () => {
    const all = [...(worker()?.deployments ?? [])]
    const first = all.at(-1)?.version ?? ''
    const args = ['rollback', first.slice(0, 8), '--env', 'production', '--without-backup', '--json']
    const { code, stdout } = await run(args)
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, to: first, backup: null })
    expect(worker()?.deployments[0]?.version).toBe(first)
    const unknown = await run(['rollback', 'zzz', '--env', 'production'])
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No deployed version begins with zzz.') })
    expect(unknown.stderr).toContain(all.find(({ version }) => version !== first)?.version)
    const same = await run(['rollback', first, '--env', 'production'])
    expect(same).toMatchObject({ code: 1, stderr: expect.stringContaining('is what runs now') })
  })
})
