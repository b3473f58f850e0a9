import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previewName } from '../../src/cli/preview/preview-name.ts'
import { ownEntries } from '../../src/compile/load/own-entries.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { putBehindAssets } from '../harness/behind-assets.ts'
import { startService } from '../harness/service.ts'
import { CONFIG, cms, createProject, type Project, repository } from './cms.ts'

const WORKER = `import { createWorker } from 'lintel/runtime'
import { program } from './.cms/program.ts'
export default createWorker(program)
`
const ALIASES = `[alias]\n${Object.entries(ownEntries())
  .map(([name, path]) => `${JSON.stringify(name)} = ${JSON.stringify(path)}\n`)
  .join('')}`
const VAULT = `import { definePlugin } from 'lintel'
export default definePlugin({
  name: 'vault',
  version: '1.0.0',
  operations: {
    secrets: {
      VAULT_KEY: { required: true, description: 'Opens the vault' },
      MADE_UP: { required: true, generate: true, description: 'Nobody needs to know it' },
    },
  },
})
`

let api: StandIn
let project: Project
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  cms(args, { cwd: project.root, env: { ...api.env, ...env } })
const worker = () => api.resources.workers.get('site-pr-42')

beforeAll(async () => {
  api = await startStandIn([], ['spare-0', 'spare-1'])
  project = createProject({
    'worker.ts': WORKER,
    'vault.ts': VAULT,
    'cms.config.ts': CONFIG.replace(`production: { domain: 'cms.example.com' }`, `preview: { domain: 'p.example.com' }`)
      .replace('collections: [posts],', 'collections: [posts], plugins: [vault()],')
      .replace('import posts', `import vault from './vault.ts'\nimport posts`),
  })
  await run(['build'])
  project.write('wrangler.toml', `${readFileSync(join(project.root, 'wrangler.toml'), 'utf8')}\n${ALIASES}`)
  await run(['build'])
})
afterAll(async () => {
  await api.dispose()
  project.remove()
})

describe('cms preview up of a project with sample data', () => {
  it('fills a new preview once, signed in as its first administrator', async () => {
    const plugin = (name: string) => join(repository, 'plugins', name, 'plugin.ts')
    const seeded = createProject({
      'worker.ts': WORKER,
      'cms.config.ts': `import { defineConfig } from 'lintel'
import coreAuth from '${plugin('core-auth')}'
import coreMedia from '${plugin('core-media')}'
import seedData from '${plugin('seed-data-plugin')}'
import posts from './collections/posts.ts'
export default defineConfig({
  name: 'sown',
  collections: [posts],
  plugins: [coreAuth(), coreMedia(), seedData({ userCount: 0, contentCount: 7, mediaCount: 0 })],
  environments: { development: {}, preview: { migrations: 'apply', plugins: { 'seed-data-plugin': { enabled: true } } } },
})
`,
    })
    const secrets = {
      JWT_SECRET: 'a-secret-that-is-long-enough-for-the-test',
      ADMIN_EMAIL: 'ann@example.com',
      ADMIN_PASSWORD: 'a-long-enough-phrase-for-ann',
    }
    await cms(['build'], { cwd: seeded.root })
    seeded.write('wrangler.toml', `${readFileSync(join(seeded.root, 'wrangler.toml'), 'utf8')}\n${ALIASES}`)
    await cms(['build'], { cwd: seeded.root })
    const service = await startService({ root: seeded.root, environment: 'preview', vars: secrets })
    await service.fetch('/api/posts')
    const front = await putBehindAssets(() => service.url)
    try {
      const up = ['preview', 'up', '--branch', 'spring', '--url', String(front.url)]
      const first = await cms(up, { cwd: seeded.root, env: { ...api.env, ...secrets } })
      expect(first).toMatchObject({ code: 0, stderr: '' })
      expect(first.stdout).toMatch(/seed +7 documents, accounts and files created with the seed 1/)
      expect(await service.sql('SELECT count(*) AS n FROM posts')).toEqual([{ n: 7 }])
      const second = await cms(up, { cwd: seeded.root, env: { ...api.env, ...secrets } })
      expect(second.stdout).toContain('the preview has data')
      expect((await cms(['preview', 'down', '--branch', 'spring'], { cwd: seeded.root, env: api.env })).code).toBe(0)
    } finally {
      front.dispose()
      await service.dispose()
      seeded.remove()
    }
  })
})

describe('cms preview', () => {
  it('says which secrets it cannot make up', async () => {
    const { code, stderr } = await run(['preview', 'up', '--pr', '42'])
    expect(code).toBe(1)
    expect(stderr).toContain('The preview site-pr-42 needs VAULT_KEY.')
  })

  it('makes a database, a namespace, a bucket and a worker of its own, migrated', async () => {
    const { code, stderr } = await run(['preview', 'up', '--pr', '42'], { VAULT_KEY: 'from-the-shell' })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect([...api.resources.databases.values()]).toEqual(['site-pr-42'])
    expect([...api.resources.namespaces.values()]).toEqual(['site-pr-42'])
    expect([...api.resources.buckets.keys()]).toEqual(['site-pr-42-media'])
    const bindings = worker()?.bindings ?? []
    expect(bindings).toContainEqual(expect.objectContaining({ name: 'DB', id: 'spare-1' }))
    expect(bindings).toContainEqual(expect.objectContaining({ name: 'MEDIA_BUCKET', bucket_name: 'site-pr-42-media' }))
    expect(bindings).toContainEqual(expect.objectContaining({ name: 'ENVIRONMENT', text: 'preview' }))
    expect([...(worker()?.secrets ?? [])].sort()).toEqual(expect.arrayContaining(['MADE_UP', 'VAULT_KEY']))
    const [rows] = await api.sql('spare-1', 'SELECT name FROM d1_migrations')
    expect(rows).toEqual([{ name: '0001_initial.sql' }])
    expect(readdirSync(project.root).filter((name) => name.startsWith('wrangler.'))).toEqual(['wrangler.toml'])
  })

  it('brings the same one up to date, and keeps its secrets', async () => {
    const { code, stderr } = await run(['preview', 'up', '--pr', '42'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(api.resources.databases.size).toBe(1)
    expect(worker()?.deployments).toHaveLength(2)
  })

  it('is bundled as a deploy is: as modules, or in the way that the project sets', async () => {
    expect(readdirSync(join(project.root, '.cms/worker'))).toContain('worker.js')
    const file = readFileSync(join(project.root, 'wrangler.toml'), 'utf8')
    project.write('wrangler.toml', file.replace(/^main = .*$/m, '$&\nkeep_names = false'))
    rmSync(join(project.root, '.cms/worker'), { recursive: true })
    await run(['build'])
    const { code, stderr } = await run(['preview', 'up', '--pr', '42'])
    project.write('wrangler.toml', file)
    await run(['build'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(existsSync(join(project.root, '.cms/worker'))).toBe(false)
  })

  it('takes everything away, full buckets too, and does so again without a word', async () => {
    for (const key of ['a b', 'c/d', 'e', 'f', 'g']) api.resources.buckets.get('site-pr-42-media')?.add(key)
    for (let time = 0; time < 2; time += 1) {
      expect(await run(['preview', 'down', '--pr', '42'])).toMatchObject({ code: 0, stderr: '' })
      const { workers, databases, namespaces, buckets } = api.resources
      expect([workers.size, databases.size, namespaces.size, buckets.size]).toEqual([0, 0, 0, 0])
    }
  })

  it('needs a pull request or a branch', async () => {
    expect((await run(['preview', 'up'])).code).toBe(2)
    expect((await run(['preview', 'down', '--pr', '0'])).code).toBe(2)
    expect((await run(['preview', 'down', '--pr', '1', '--branch', 'x'])).code).toBe(2)
    expect((await run(['preview', 'up', '--pr', '1', '--env', 'development'])).code).toBe(7)
  })
})

it('the names of branches never meet', () => {
  expect(previewName('site', '7', undefined)).toBe('site-pr-7')
  expect(previewName('site', undefined, 'new-editor')).toBe('site-new-editor')
  const branches = ['feature/x', 'feature-x', 'Feature-X', 'a'.repeat(80), 'a'.repeat(81), 'pr-7', '###', 'ä']
  const names = branches.map((branch) => previewName('site', undefined, branch))
  expect(new Set(names).size).toBe(branches.length)
  expect(names).not.toContain('site-pr-7')
  for (const name of names) expect(name).toMatch(/^site(-[a-z0-9]+)+$/)
})
