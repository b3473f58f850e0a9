import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { reasonOf } from '../../src/cli/deploy/wrangler-command.ts'
import { planWrangler, type WranglerSource } from '../../src/cli/wrangler/plan-wrangler.ts'
import { CONFIG, cms, createProject, type Project, repository } from './cms.ts'

const environments: WranglerSource['config']['environments'] = {
  development: {},
  production: {
    domain: 'cms.example.com',
    database: 'site-db',
    kv: 'kv-1',
    images: true,
    analytics: 'requests',
    queue: 'site-work',
  },
}
const source: WranglerSource = {
  root: repository,
  config: { name: 'site', environments },
  environments: {
    development: { name: 'development', vars: {} },
    production: { name: 'production', vars: { FEATURE_NEW_EDITOR: 'true', GREETING: 'a "b" \\ c\n' } },
  },
}
const plan = (text: string, changes: Partial<WranglerSource> = {}) => planWrangler(text, { ...source, ...changes })

describe('wrangler.toml from the environments of the config', () => {
  it('writes bindings, variables, routes, crons, queues and assets into a new file', () => {
    expect(parse(plan(''))).toEqual({
      name: 'site-development',
      main: 'src/worker.ts',
      compatibility_date: '2026-08-04',
      assets: { directory: '.cms/assets', binding: 'ASSETS', run_worker_first: ['/program/*'] },
      triggers: { crons: ['* * * * *'] },
      vars: { ENVIRONMENT: 'development' },
      d1_databases: [
        {
          binding: 'DB',
          database_name: 'site-development',
          database_id: 'site-development',
          migrations_dir: 'migrations',
        },
      ],
      kv_namespaces: [{ binding: 'CACHE_KV', id: 'site-development' }],
      r2_buckets: [{ binding: 'MEDIA_BUCKET', bucket_name: 'site-development-media' }],
      env: {
        production: {
          name: 'site-production',
          routes: [{ pattern: 'cms.example.com', custom_domain: true }],
          vars: { ENVIRONMENT: 'production', FEATURE_NEW_EDITOR: 'true', GREETING: 'a "b" \\ c\n' },
          d1_databases: [{ binding: 'DB', database_name: 'site-db', migrations_dir: 'migrations' }],
          kv_namespaces: [{ binding: 'CACHE_KV', id: 'kv-1' }],
          r2_buckets: [{ binding: 'MEDIA_BUCKET', bucket_name: 'site-production-media' }],
          images: { binding: 'IMAGES' },
          analytics_engine_datasets: [{ binding: 'ANALYTICS', dataset: 'requests' }],
          queues: {
            producers: [{ binding: 'QUEUE', queue: 'site-work' }],
            consumers: [{ queue: 'site-work' }],
          },
        },
      },
    })
  })

  it('writes nothing where nothing has changed', () => {
    const text = plan('')
    expect(plan(text)).toBe(text)
  })

  it('has no route to a host below workers.dev, which the worker has without one', () => {
    const domain = 'site-production.acme.workers.dev'
    const config = { name: 'site', environments: { ...environments, production: { domain } } }
    const file = parse(plan('', { config })) as never as { env: Record<string, object> }
    expect(file.env.production).toMatchObject({ workers_dev: true })
    expect(file.env.production).not.toHaveProperty('routes')
  })

  it('keeps comments, order, additions and ids, and puts what is new with its environment', () => {
    const before = `# Ours.
name = "mine" # not yours
compatibility_date = "2026-10-20"
compatibility_flags = ["x"]

[placement] # close to the data
mode = "smart"

[triggers]
crons = ["0 3 * * *"] # backups of our own

[vars]
OURS = 1 # stays

# Production.
[env.production]
routes = [
  "old.example.com/*", # for links in print
]
[env.production.vars]
OURS = 2

[[env.production.d1_databases]]
binding = "STATS"
database_name = "stats"

[[env.production.d1_databases]]
database_id = "0123" # made by hand
binding = "DB"
database_name = "wrong" # to be right

# The end.
[env.staging]
name = "another"
`
    const after = plan(before)
    const lines = after.split('\n')
    const changed = [
      'crons = ["0 3 * * *"] # backups of our own',
      '  "old.example.com/*", # for links in print',
      'database_name = "wrong" # to be right',
    ]
    for (const line of before.split('\n').filter((line) => !changed.includes(line))) expect(lines).toContain(line)
    expect(lines).toContain('crons = ["0 3 * * *", "* * * * *"] # backups of our own')
    expect(lines).toContain('database_name = "site-db" # to be right')
    expect(after).toContain('# for links in print')
    const file = parse(after) as never as { env: Record<string, Record<string, unknown>>; vars: object }
    expect(file.vars).toEqual({ OURS: 1, ENVIRONMENT: 'development' })
    expect(file.env.staging).toEqual({ name: 'another' })
    expect(file.env.production).toMatchObject({
      vars: { OURS: 2, ENVIRONMENT: 'production' },
      routes: ['old.example.com/*', { pattern: 'cms.example.com', custom_domain: true }],
      d1_databases: [
        { binding: 'STATS', database_name: 'stats' },
        { binding: 'DB', database_id: '0123', database_name: 'site-db' },
      ],
    })
    const order = ['[vars]', '[[d1_databases]]', '# Production.', '[env.production.images]', '# The end.']
    const positions = order.map((line) => lines.indexOf(line))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(plan(after)).toBe(after)
  })

  it('takes out what it wrote and the config declares no longer, and nothing else', () => {
    const before = {
      production: [
        {
          domain: 'cms.example.com',
          images: true,
          analytics: 'requests',
          queue: 'site-work',
          vars: { FEATURE_NEW_EDITOR: 'true', GREETING: 'a "b" \\ c\n', CHANGED: 'as written' },
        },
      ],
    }
    const gone: Partial<WranglerSource> = {
      before,
      config: { name: 'site', environments: { development: {}, production: { database: 'site-db', kv: 'kv-1' } } },
      environments: { development: { name: 'development', vars: {} }, production: { name: 'production', vars: {} } },
    }
    expect(plan(plan(''), gone)).toBe(plan('', { ...gone, before: {} }))
    const theirs = plan('')
      .replace('routes = [{', 'routes = [{ pattern = "old.example.com", custom_domain = true }, {')
      .replace('GREETING =', 'OURS = "1" # ours\nCHANGED = "by hand"\nGREETING =')
      .replace(
        'queue = "site-work"\n\n[[env.production.queues.consumers]]',
        'queue = "site-work"\n\n# Slowly.\n[[env.production.queues.consumers]]\nmax_batch_size = 1',
      )
      .replace('[env.production.images]', '# Pictures.\n[env.production.images]')
    const after = plan(theirs, gone)
    expect(after).toContain('routes = [{ pattern = "old.example.com", custom_domain = true }]')
    expect(after).toContain('OURS = "1" # ours\nCHANGED = "by hand"\n')
    expect(after).toContain('# Slowly.\n[[env.production.queues.consumers]]\nmax_batch_size = 1\nqueue = "site-work"\n')
    expect(after).toContain('# Pictures.')
    for (const written of ['IMAGES', 'ANALYTICS', 'QUEUE', 'FEATURE_NEW_EDITOR', 'GREETING']) {
      expect(after).not.toContain(written)
    }
    expect(plan(after, gone)).toBe(after)
    const braces = plan(
      'name = "x"\ncompatibility_date = "2026-10-20"\n[env.production]\nvars = { A = "1", FEATURE_NEW_EDITOR = "true" }\n',
    )
    expect(plan(braces, gone)).toContain('vars = { A = "1", ENVIRONMENT = "production" }')
  })

  it('edits tables in braces and lists in brackets where they stand', () => {
    const after = plan(`name = "x"
compatibility_date = "2026-10-20"
kv_namespaces = [{ binding = "CACHE_KV", id = "mine" }]
r2_buckets = []
vars = { A = "1" }
[env.production]
d1_databases = [{ binding = "DB", database_name = "wrong" }]
vars = {}
`)
    expect(after).toContain('r2_buckets = [{ binding = "MEDIA_BUCKET", bucket_name = "site-development-media" }]')
    expect(after).toContain('vars = { A = "1", ENVIRONMENT = "development" }')
    expect(after).toContain('d1_databases = [{ binding = "DB", database_name = "site-db" }]')
    expect(after).toContain('kv_namespaces = [{ binding = "CACHE_KV", id = "mine" }]')
    expect(plan(after)).toBe(after)
  })

  it('keeps line ends of Windows readable and follows dotted keys', () => {
    const after = plan('name = "x"\r\nvars.A = "1"\r\nenv.production.name = "p"\r\n')
    const file = parse(after) as never as { vars: object; env: { production: { name: string } } }
    expect(file.vars).toEqual({ A: '1', ENVIRONMENT: 'development' })
    expect(file.env.production.name).toBe('p')
  })

  it('says where it cannot read the file', () => {
    expect(() => plan('name = \n')).toThrow(/^wrangler\.toml:1:/)
  })
})

describe('cms build and cms check', () => {
  let project: Project
  const run = (...args: string[]) => cms(args, { cwd: project.root })
  const text = () => readFileSync(join(project.root, 'wrangler.toml'), 'utf8')

  beforeAll(() => {
    project = createProject({ 'worker.ts': 'export default {}\n' })
  })
  afterAll(() => project.remove())

  it('build writes the file once, check says when it is behind', async () => {
    expect((await run('build')).stdout).toContain('wrote wrangler.toml')
    expect((await run('build')).stdout).not.toContain('wrote wrangler.toml')
    expect(text()).toContain('[env.production]')
    expect((await run('check')).code).toBe(0)
    project.write(
      'cms.config.ts',
      readFileSync(join(project.root, 'cms.config.ts'), 'utf8').replace(
        `production: { domain: 'cms.example.com' }`,
        `production: { domain: 'cms.example.com', features: { newEditor: true }, cdnDomain: 'cdn.example.com' }`,
      ),
    )
    const behind = await run('check')
    expect(behind.code).toBe(3)
    expect(behind.stderr).toContain('stale wrangler.toml')
    await run('build')
    expect(text()).toContain('FEATURE_NEW_EDITOR = "true"')
    expect(text()).toContain('CDN_DOMAIN = "cdn.example.com"')
    expect(readFileSync(join(project.root, '.cms/types.d.ts'), 'utf8')).toContain(`features: "newEditor"`)
    expect(readFileSync(join(project.root, 'cms.lock.json'), 'utf8')).toContain('"FEATURE_NEW_EDITOR": "true"')
    expect((await run('check')).code).toBe(0)
    const declared = readFileSync(join(project.root, 'cms.config.ts'), 'utf8')
    project.write('cms.config.ts', declared.replace(`cdnDomain: 'cdn.example.com'`, ''))
    expect(await run('check')).toMatchObject({ code: 3, stderr: expect.stringContaining('stale wrangler.toml') })
    await run('build')
    expect(text()).not.toContain('CDN_DOMAIN')
    expect(text()).toContain('FEATURE_NEW_EDITOR = "true"')
    project.write('wrangler.toml', text().replace('[triggers]\ncrons = ["* * * * *"]', ''))
    const stale = await run('check')
    expect(stale).toMatchObject({ code: 3, stderr: expect.stringContaining('stale wrangler.toml') })
  })

  it('the lock is up to date after one build, whatever that build writes into the file', async () => {
    const once = createProject({
      'worker.ts': 'export default {}\n',
      'cms.config.ts': CONFIG.replace("cms.example.com'", "cms.example.com', kv: 'kv-1', vars: { GREETING: 'hello' }"),
    })
    const rewrite = (change: (text: string) => string) =>
      once.write('cms.config.ts', change(readFileSync(join(once.root, 'cms.config.ts'), 'utf8')))
    const isCurrent = async () => (await cms(['check'], { cwd: once.root })).code
    await cms(['build'], { cwd: once.root })
    expect(await isCurrent()).toBe(0)
    rewrite((config) => config.replace(", vars: { GREETING: 'hello' }", '').replace('cms.example.com', 'b.example.com'))
    await cms(['build'], { cwd: once.root })
    expect(await isCurrent()).toBe(0)
    once.remove()
  })
})

it('a project that has only development needs no wrangler.toml', async () => {
  const project = createProject({
    'cms.config.ts': `import { defineConfig } from 'lintel'

export default defineConfig({ name: 'site', collections: [], environments: { development: {} } })
`,
  })
  onTestFinished(project.remove)
  await cms(['build'], { cwd: project.root })
  expect((await cms(['check'], { cwd: project.root })).code).toBe(0)
})

describe('a file that takes the place of wrangler.toml', () => {
  let project: Project
  const run = (...args: string[]) => cms(args, { cwd: project.root })

  beforeAll(async () => {
    project = createProject({ 'worker.ts': 'export default {}\n' })
    await run('build')
  })
  afterAll(() => project.remove())

  it.each(['wrangler.json', 'wrangler.jsonc', '.wrangler/deploy/config.json'])('%s is refused', async (path) => {
    project.write(path, '{ "name": "elsewhere", "main": "worker.ts" }\n')
    const message = `wrangler reads ${path} instead of wrangler.toml, and reviews do not cover it.`
    const remedy = `Move its contents into wrangler.toml, and delete it: rm ${path}`
    const [checked, examined, deployed] = [
      await run('check'),
      await run('doctor', '--json'),
      await run('deploy', '--env', 'production', '--dry-run'),
    ]
    expect(checked).toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
    expect(checked.stderr).toContain(remedy)
    expect(JSON.parse(examined.stdout).findings).toContainEqual(
      expect.objectContaining({ topic: 'bindings', message, remedy }),
    )
    expect(deployed).toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
    rmSync(join(project.root, path))
  })
})

describe('a secret in wrangler.toml', () => {
  it('is refused by check, doctor and deploy, with the command that sets it', async () => {
    const project = createProject({
      'worker.ts': 'export default {}\n',
      'cms.config.ts': CONFIG.replace('collections: [posts],', 'collections: [posts], plugins: [coreAuth()],').replace(
        'import posts',
        `import coreAuth from 'lintel/plugins/core-auth'\nimport posts`,
      ),
    })
    const run = (...args: string[]) => cms(args, { cwd: project.root })
    await run('build')
    const path = join(project.root, 'wrangler.toml')
    const secret = 'a-secret-that-everybody-could-read'
    writeFileSync(path, readFileSync(path, 'utf8').replace('[env.production.vars]', `$&\nJWT_SECRET = "${secret}"`))
    await run('build')
    expect(readFileSync(join(project.root, 'cms.lock.json'), 'utf8')).not.toContain(secret)
    for (const args of [['check'], ['deploy', '--env', 'production', '--dry-run']]) {
      const { code, stdout, stderr } = await run(...args)
      expect([code, stdout + stderr]).toEqual([
        1,
        expect.stringContaining('JWT_SECRET is a secret but is in wrangler.toml'),
      ])
      expect(stderr).toContain('wrangler secret put JWT_SECRET --env production')
      expect(stdout + stderr).not.toContain(secret)
    }
    expect((await run('doctor')).stdout).toContain('JWT_SECRET is a secret but is in wrangler.toml')
    project.remove()
  })
})

describe('what wrangler says of a failure', () => {
  it('stays with its reasons, and without its log and lines of code', () => {
    const heading = '\u001B[31m✘ \u001B[41;97mERROR\u001B[0m] \u001B[1mProcessing wrangler.toml configuration:\u001B[0m'
    const settings = `\n ⛅️ wrangler 4.155.0\n───\n\n${heading}\n\n    - "name" is no name.\n    - "main" is missing.\n\n\n🪵  Logs were written to "/tmp/log"\n`
    expect(reasonOf({ code: 1, text: settings })).toBe(
      'Processing wrangler.toml configuration: - "name" is no name. - "main" is missing.',
    )
    const build = `✘ [ERROR] Build failed with 1 error:\n\n  ✘ [ERROR] Could not resolve "./a.ts"\n  \n      w.ts:1:7:\n        1 │ import "./a.ts"\n          ╵        ~~~~~~\n`
    expect(reasonOf({ code: 1, text: build })).toBe('Build failed with 1 error: Could not resolve "./a.ts" w.ts:1:7:')
  })
})
