import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownEntries } from '../../src/compile/load/own-entries.ts'
import { newWorker } from '../cloudflare/resources.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { type Front, putBehindAssets } from '../harness/behind-assets.ts'
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
  operations: {
    secrets: {
      VAULT_KEY: { required: true, description: 'Opens the vault' },
      SAFE_KEY: { required: true, description: 'Opens the safe' },
      SPARE_KEY: { description: 'Opens the door' },
    },
  },
})
`
/** Entries of `wrangler.toml` that resolve `lintel` to this repository, since the package is not installed. */
const ALIASES = `[alias]\n${Object.entries(ownEntries())
  .map(([name, path]) => `${JSON.stringify(name)} = ${JSON.stringify(path)}\n`)
  .join('')}`
const SECRETS = ['SAFE_KEY', 'VAULT_KEY']

let api: StandIn
let project: Project
let service: Service
let front: Front
const run = (args: readonly string[], env: Readonly<Record<string, string>> = api.env) =>
  cms(args, { cwd: project.root, env })
const deploy = (...args: string[]) => run(['deploy', '--env', 'production', '--url', String(front.url), ...args])
const worker = () => api.resources.workers.get('site-production')
const backups = () => (existsSync(join(project.root, 'backups')) ? readdirSync(join(project.root, 'backups')) : [])
/** Manifest of the program that is served. */
let served = ''
const serve = async () => {
  const program = readFileSync(join(project.root, '.cms/manifest.json'), 'utf8')
  if (served === program) return
  served = program
  await service?.dispose()
  const vars = Object.fromEntries(SECRETS.map((name) => [name, 'a-secret-that-is-long-enough-for-the-test']))
  service = await startService({ root: project.root, environment: 'production', vars })
  await service.fetch('/api/posts')
}
const build = async () => {
  project.seal()
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
  await build() // aliases are part of the lock
  await serve()
  front = await putBehindAssets(() => service.url)
})
afterAll(async () => {
  front?.dispose()
  await service?.dispose()
  await api.dispose()
  project.remove()
})

describe('cms deploy', () => {
  it('runs everything that needs no account with --dry-run, as wrangler.toml says and no other file', async () => {
    const file = readFileSync(join(project.root, 'wrangler.toml'), 'utf8')
    project.write(
      'wrangler.toml',
      `${file}\n[define]\nOUTER = "'of the top level'"\n[env.production.define]\nINNER = "'of production'"\n`,
    )
    project.write('worker.ts', `${WORKER}export const said = () => [OUTER, INNER]\n`)
    project.write('.env.production', 'WRANGLER_BUILD_PLATFORM=nonsense\n')
    await build()
    const { code, stdout, stderr } = await run(['deploy', '--env', 'production', '--dry-run'], {})
    const folder = join(project.root, '.cms/worker')
    const modules = readdirSync(folder).filter((name) => name.endsWith('.js'))
    const bundle = modules.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
    project.write('wrangler.toml', file)
    project.write('worker.ts', WORKER)
    project.write('.env.production', '')
    await build()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /✓ check {4}the committed files.*\n✓ bundle {3}\d+ KB compressed at start, \d+ KB more on demand\n✓ secrets {2}needed: .*\n– rows {5}skipped: .*\n– backup .*\n– expand .*\n✓ upload {3}wrangler accepted the bundle.*\n– apply .*\n– verify .*\n– smoke {4}skipped: nothing was uploaded\n$/,
    )
    expect(bundle, 'of an environment its own expressions alone, as wrangler does').toContain('[OUTER,"of production"]')
    expect(api.requests).toEqual([])
  })

  it('names what cannot be bundled', async () => {
    project.write('worker.ts', `${WORKER}import './missing.ts'\n`)
    await build()
    const { code, stderr } = await run(['deploy', '--env', 'production', '--dry-run'], {})
    expect(code).toBe(1)
    project.write('worker.ts', WORKER)
    await build()
    expect(stderr).toMatch(/^error Could not resolve "\.\/missing\.ts" bundle\n {2}worker\.ts:4:8\n/)
  })

  it('leaves the bundle to wrangler where the project has it made in its own way', async () => {
    const file = readFileSync(join(project.root, 'wrangler.toml'), 'utf8')
    project.write('wrangler.toml', file.replace(/^main = .*$/m, '$&\nkeep_names = false'))
    await build()
    const { code, stdout, stderr } = await run(['deploy', '--env', 'production', '--dry-run'], {})
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('✓ bundle   left to wrangler, since wrangler.toml sets keep_names\n')
    project.write('wrangler.toml', file)
    await build()
  })

  it('needs an environment that is not this machine, and a lock that is up to date', async () => {
    expect((await run(['deploy'])).code).toBe(2)
    expect((await run(['deploy', '--env', 'development'])).code).toBe(7)
    expect((await run(['deploy', '--env', 'prod'])).code).toBe(2)
    const lock = readFileSync(join(project.root, 'cms.lock.json'), 'utf8')
    project.write('cms.lock.json', lock.replace('"name": "site"', '"name": "sight"'))
    const { code, stderr } = await deploy()
    expect(code).toBe(3)
    expect(stderr).toContain('cms.lock.json does not match the config; nothing was deployed.')
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

  it('deploys a new database without a backup, all migrations before the upload', async () => {
    const { code, stdout, stderr } = await deploy('--message', 'the first')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const steps = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(/\s+/)[1])
    expect(steps).toEqual([
      'check',
      'bundle',
      'secrets',
      'rows',
      'backup',
      'expand',
      'upload',
      'apply',
      'verify',
      'smoke',
    ])
    expect(stdout).toContain('applied 0001_initial.sql')
    expect(worker()?.deployments).toMatchObject([{ message: 'the first' }])
    expect(worker()?.bindings).toContainEqual(expect.objectContaining({ name: 'ENVIRONMENT', text: 'production' }))
    expect(worker()?.bindings).toContainEqual(expect.objectContaining({ name: 'DB', id: 'db-production' }))
    expect(backups().filter((name) => name.endsWith('.gz'))).toEqual([])
  })

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
    expect(steps[4]).toEqual({
      step: 'backup',
      outcome: expect.stringMatching(/^\d+ rows of \d+ tables, verified: backups\/site-production-.*\.sql\.gz$/),
    })
    expect(steps[5]).toEqual({ step: 'expand', outcome: expect.stringMatching(/^applied 0002_/) })
    expect(steps[7]).toEqual({ step: 'apply', outcome: 'nothing is left to apply' })
    expect(worker()?.deployments).toHaveLength(2)
  })

  it('says how to go back where the new program does not do', async () => {
    project.write(
      'collections/posts.ts',
      collection('posts', 'title: field.string({ required: true }), more: field.string(), note: field.string()'),
    )
    await build()
    const { code, stderr } = await deploy('--patience', '0')
    expect(code).toBe(1)
    expect(stderr).toMatch(/The smoke test failed at http:.*: its version is [0-9a-f]{12}, not [0-9a-f]{12}\./)
    // What was added does not disturb the program before: its data may stay.
    expect(stderr).toMatch(/To go back: cms rollback --env production$/m)
  })

  it.each([
    [/^\/program\/reference\.json$/, 200, /everybody may read \/program\/reference\.json.*\n.*run_worker_first/],
    [/^\/docs$/, 500, /the page \/docs returns 500 text\/plain\.\n.*wrangler tail/],
    [
      /\.css/,
      404,
      /the page \/docs needs \/assets\/docs\.\w+\.css, which returns 404 text\/plain, not 200 text\/css\.\n.*cms build/,
    ],
  ])('lets the program before run again where %s is not as it should be', async (path, status, told) => {
    await serve()
    const running = worker()?.deployments[0]?.version
    front.refuse(path, status)
    const { code, stderr } = await deploy('--patience', '0')
    front.refuse(null)
    expect(code).toBe(1)
    expect(stderr).toMatch(told)
    expect(stderr).toContain('The previous program runs again')
    expect(worker()?.deployments[0]).toMatchObject({
      version: running,
      message: 'Rollback of a deployment that failed',
    })
  })

  it('says so where the database is not what its migrations made, before anything is done', async () => {
    await api.sql('db-production', 'DROP INDEX IF EXISTS idx_nothing', 'ALTER TABLE posts ADD COLUMN stray TEXT')
    const before = worker()?.deployments.length
    const { code, stderr } = await deploy()
    expect(code).toBe(6)
    expect(stderr).toMatch(/The schema does not match cms.lock.json: .*stray/)
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
  })
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
    expect(same).toMatchObject({ code: 1, stderr: expect.stringContaining('is running now') })
  })
})

describe('a change that no program but the new one can work with', () => {
  const FIELDS = 'title: field.string({ required: true }), note: field.string(), more: field.string()'
  const RENAMED = FIELDS.replace('note: field.string()', "remark: field.string({ renamedFrom: 'note' })")
  const columns = async () =>
    (await api.sql('db-production', `SELECT name FROM pragma_table_info('posts')`))[0]?.map(({ name }) => name)

  it('is applied after the upload, once the new program answers', async () => {
    project.write('collections/posts.ts', collection('posts', FIELDS))
    await build()
    await serve()
    expect((await deploy()).code).toBe(0)
    project.write('collections/posts.ts', collection('posts', RENAMED))
    await build()
    await serve()
    const { code, stdout, stderr } = await deploy('--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const outcomes = Object.fromEntries(
      JSON.parse(stdout).steps.map(({ step, outcome }: Record<string, string>) => [step, outcome]),
    )
    expect(outcomes).toMatchObject({ expand: 'nothing to add', apply: expect.stringMatching(/^applied 0004_/) })
    expect(await columns()).toContain('remark')
  })

  it('makes a rollback a refusal, which offers the backup from before', async () => {
    const running = worker()?.deployments[0]?.version
    const { code, stderr } = await run(['rollback', '--env', 'production'])
    expect(code).toBe(4)
    expect(stderr).toMatch(/would return 503 for all data: it does not know 0004_\S+ \(switch, /)
    const [, file] = /--force && cms restore (\S+) --env production --replace/.exec(stderr) ?? []
    expect(existsSync(join(project.root, file ?? 'none'))).toBe(true)
    expect(worker()?.deployments[0]?.version).toBe(running)
    const forced = await run(['rollback', '--env', 'production', '--force', '--without-backup'])
    expect(forced).toMatchObject({ code: 0, stderr: expect.stringContaining('returns 503 for all data') })
    expect((await deploy()).code).toBe(0)
  })

  it('that cannot be applied lets the program before run again, by itself', async () => {
    const running = worker()?.deployments[0]?.version
    project.write(
      'collections/posts.ts',
      collection('posts', RENAMED.replace('note', 'remark').replace('remark:', 'comment:')),
    )
    await build()
    await serve()
    api.fail({ kind: 'drop', when: 'before', batch: true, containing: 'RENAME COLUMN' })
    const { code, stderr } = await deploy()
    expect(code).toBe(1)
    expect(stderr).toContain('The previous program runs again and responds as before.')
    expect(stderr).toContain('Once the problem is fixed: cms deploy --env production')
    expect(worker()?.deployments[0]).toMatchObject({
      version: running,
      message: 'Rollback of a deployment that failed',
    })
    expect(await columns()).toContain('remark')
    expect((await deploy()).code).toBe(0)
    expect(await columns()).toContain('comment')
  })

  it('is refused before anything is changed where a row stands in its way', async () => {
    const count = [worker()?.deployments.length, backups().length]
    await api.sql(
      'db-production',
      `INSERT INTO posts (id, status, created_at, updated_at, version, title) VALUES ('a', 'published', 1, 1, 1, 'Same'), ('b', 'published', 1, 1, 1, 'Same')`,
    )
    const unique = RENAMED.replace('note', 'remark').replace('remark:', 'comment:')
    project.write(
      'collections/posts.ts',
      collection('posts', `${unique.replace('required: true', 'required: true, unique: true')}, extra: field.string()`),
    )
    await build()
    const { code, stderr } = await deploy()
    expect(code).toBe(3)
    expect(stderr).toMatch(/would fail on 2 rows of posts: .*Affected rows: a, b/s)
    expect([worker()?.deployments.length, backups().length]).toEqual(count)
  })
})
