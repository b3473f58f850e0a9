import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIG, cms, collection, createProject, POSTS, type Project } from './cms.ts'

const WRANGLER = `name = "site-development"
main = "worker.ts"
compatibility_date = "2026-10-20"
[assets]
directory = ".cms/assets"
binding = "ASSETS"
run_worker_first = ["/program/*"]

[vars]
ENVIRONMENT = "development"
[[d1_databases]]
binding = "DB"
database_name = "site-development"
[[kv_namespaces]]
binding = "CACHE_KV"
[[r2_buckets]]
binding = "MEDIA_BUCKET"
bucket_name = "site-development-media"

[env.production]
routes = [{ pattern = "cms.example.com", custom_domain = true }]
[env.production.vars]
ENVIRONMENT = "production"
[[env.production.d1_databases]]
binding = "DB"
database_name = "site-production"
[[env.production.kv_namespaces]]
binding = "CACHE_KV"
[[env.production.r2_buckets]]
binding = "MEDIA_BUCKET"
bucket_name = "site-production-media"
`

let project: Project
const run = (...args: string[]) => cms(args, { cwd: project.root })
const read = (path: string) => readFileSync(join(project.root, path), 'utf8')

beforeAll(() => {
  project = createProject({ 'wrangler.toml': WRANGLER, 'worker.ts': 'export default {}\n' })
})
afterAll(() => project.remove())

describe('cms build', () => {
  it('writes lock, migration and program, and says what it wrote', async () => {
    const { code, stdout } = await run('build')
    expect(code).toBe(0)
    expect(stdout).toContain('wrote cms.lock.json')
    expect(stdout).toMatch(/wrote migrations\/0001_\w+\.sql/)
    expect(stdout).toMatch(/✓ site: 1 collection/)
    expect(read('.cms/program.ts')).toContain('export const program')
  })

  it('changes nothing the second time', async () => {
    const { code, stdout } = await run('build', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, written: [], diagnostics: [] })
  })

  it('leaves lock and migrations alone with --program', async () => {
    project.write('collections/posts.ts', collection('posts', 'headline: field.string()'))
    const before = read('cms.lock.json')
    const { code, stdout } = await run('build', '--program', '--json')
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as { written: string[] }).written).toContain('.cms/manifest.json')
    expect(read('cms.lock.json')).toBe(before)
    project.write('collections/posts.ts', POSTS)
  })

  it('prints every mistake with its place, a code frame and a hint, and exits with 1', async () => {
    project.write(
      'collections/posts.ts',
      collection('posts', `title: field.string({ requird: true }), n: field.reference('nobody')`),
    )
    const { code, stdout, stderr } = await run('build')
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/collections\/posts\.ts:5:\d+/)
    expect(stderr).toContain('requird')
    expect(stderr).toContain('nobody')
    expect(stderr).toContain('^')
    expect(stderr).toMatch(/\d errors/)
    const json = await run('build', '--json')
    expect(json.code).toBe(1)
    const { ok, diagnostics } = JSON.parse(json.stdout) as {
      ok: boolean
      diagnostics: { file: string; line: number }[]
    }
    expect(ok).toBe(false)
    expect(diagnostics.length).toBeGreaterThanOrEqual(2)
    expect(diagnostics[0]).toMatchObject({ file: 'collections/posts.ts', line: 5 })
    project.write('collections/posts.ts', POSTS)
  })

  it('exits with 5 where a drop destroys data and nobody has acknowledged it', async () => {
    const other = createProject({
      'collections/posts.ts': collection('posts', 'title: field.string(), teaser: field.text()'),
    })
    await cms(['build'], { cwd: other.root })
    // As after a commit, the migration may already be applied elsewhere.
    rmSync(join(other.root, '.cms/pending'))
    other.write('collections/posts.ts', collection('posts', 'title: field.string()'))
    const { code, stderr } = await cms(['build'], { cwd: other.root })
    other.remove()
    expect(code).toBe(5)
    expect(stderr).toContain('teaser')
  })

  it('says in one sentence that there is no project', async () => {
    const { code, stderr } = await cms(['build'], { cwd: join(project.root, 'collections') })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^cms: There is no cms\.config\.ts in .*collections\.\n/)
  })

  it('says in one sentence what it cannot write', async () => {
    const other = createProject({ '.cms': 'a file where the folder should be' })
    const { code, stderr } = await cms(['build'], { cwd: other.root })
    other.remove()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^cms: .*\.cms.* is not a folder\.\n$/)
  })

  it.skipIf(process.getuid?.() === 0)('says which folder is read-only', async () => {
    const other = createProject()
    chmodSync(other.root, 0o555)
    const { code, stderr } = await cms(['build'], { cwd: other.root })
    chmodSync(other.root, 0o755)
    other.remove()
    expect(code).toBe(1)
    expect(stderr).toMatch(/cannot be written/)
  })
})

describe('cms check', () => {
  beforeAll(() => run('build'))

  it('is content after a build', async () => {
    const { code, stdout } = await run('check')
    expect(stdout).toMatch(/Everything is up to date. Version [0-9a-f]{12}/)
    expect(code).toBe(0)
  })

  it('exits with 3 and names what is stale', async () => {
    project.write(
      'collections/posts.ts',
      collection('posts', 'title: field.string({ required: true }), teaser: field.text()'),
    )
    const before = read('cms.lock.json')
    const { code, stderr } = await run('check')
    expect(code).toBe(3)
    expect(stderr).toContain('stale cms.lock.json')
    expect(read('cms.lock.json')).toBe(before)
    const { stale } = JSON.parse((await run('check', '--json')).stdout) as { stale: string[] }
    expect(stale).toContain('cms.lock.json')
    project.write('collections/posts.ts', POSTS)
  })

  const wrong: [string, string, string][] = [
    ['a database of another name', 'database_name = "site-production"', 'database_name = "other"'],
    ['a bucket of another name', 'bucket_name = "site-production-media"', 'bucket_name = "other"'],
    ['a domain that no route leads to', 'cms.example.com', 'www.example.com'],
    ['a variable that is wrong', 'ENVIRONMENT = "production"', 'ENVIRONMENT = "staging"'],
    ['a main module that is not there', 'main = "worker.ts"', 'main = "gone.ts"'],
    ['a date too early for the runtime', '2026-10-20', '2024-01-01'],
    ['assets that are somewhere else', 'directory = ".cms', 'directory = "./elsewhere'],
    ['assets that the worker cannot read', 'binding = "ASSETS"\n', ''],
    ['assets that everybody may read', 'run_worker_first = ["/program/*"]\n', ''],
    ['assets of which everybody may read more', '["/program/*"]', '["/program/*", "!/program/ref*"]'],
    ['styles that nobody may read', '["/program/*"]', 'true'],
    [
      'assets of an environment',
      '[env.production.vars]',
      '[env.production.assets]\ndirectory = "dist"\nbinding = "ASSETS"\nrun_worker_first = ["/program/*"]\n[env.production.vars]',
    ],
  ]
  it.each(wrong)('finds %s in wrangler.toml', async (_, right, mistake) => {
    project.write('wrangler.toml', WRANGLER.replace(right, mistake))
    const { code, stderr } = await run('check')
    project.write('wrangler.toml', WRANGLER)
    expect(code).toBe(1)
    expect(stderr).toContain('wrangler.toml')
    expect(stderr).toMatch(/1 error$/m)
  })

  it('finds an environment that wrangler.toml does not have', async () => {
    project.write('cms.config.ts', CONFIG.replace('development: {}', 'development: {}, preview: {}'))
    const { code, stderr } = await run('check')
    project.write('cms.config.ts', CONFIG)
    expect(code).toBe(1)
    expect(stderr).toContain('The environment preview is missing.')
  })

  it('says where wrangler.toml is no TOML', async () => {
    project.write('wrangler.toml', 'name = "site"\nmain = \n')
    const { code, stderr } = await run('check')
    project.write('wrangler.toml', WRANGLER)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^cms: wrangler\.toml:2:\d+ is not TOML: /)
  })

  it('refuses a lock that is corrupt with one sentence', async () => {
    const lock = read('cms.lock.json')
    writeFileSync(join(project.root, 'cms.lock.json'), lock.slice(0, lock.length / 2))
    const { code, stderr } = await run('check')
    writeFileSync(join(project.root, 'cms.lock.json'), lock)
    expect([1, 3]).toContain(code)
    expect(stderr).toContain('cms.lock.json')
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

describe('cms routes', () => {
  it('lists method, path, access, cache and plugin as JSON', async () => {
    const { code, stdout } = await run('routes', '--json')
    expect(code).toBe(0)
    const routes = JSON.parse(stdout) as Record<string, unknown>[]
    expect(routes).toContainEqual({
      method: 'GET',
      path: '/api/posts',
      access: 'everyone',
      cache: null,
      plugin: 'collections',
    })
    const create = routes.find(({ method, path }) => method === 'POST' && path === '/api/posts')
    expect(create).toEqual({
      method: 'POST',
      path: '/api/posts',
      access: 'admin, author, editor',
      plugin: 'collections',
    })
    for (const route of routes) expect(route.access, JSON.stringify(route)).toBeTruthy()
    for (const route of routes) expect('cache' in route, JSON.stringify(route)).toBe(route.method === 'GET')
  })

  it('prints a table for people', async () => {
    const { stdout } = await run('routes')
    expect(stdout).toMatch(/^method +path +access +cache +plugin$/m)
    expect(stdout).toMatch(/^DELETE +\/api\/posts\/:id +admin, editor +collections$/m)
  })
})

describe('cms types', () => {
  it('writes the types alone and says where', async () => {
    project.write('.cms/types.d.ts', '// old\n')
    const { code, stdout } = await run('types')
    expect(code).toBe(0)
    expect(stdout).toContain('.cms/types.d.ts')
    expect(read('.cms/types.d.ts')).toContain('posts')
    expect(JSON.parse((await run('types', '--json')).stdout)).toEqual({ file: '.cms/types.d.ts', written: false })
  })

  it('writes a file for a website, which imports nothing but the client', async () => {
    const { code, stdout } = await run('types', '--out', 'website/cms.ts')
    expect([code, stdout]).toEqual([0, expect.stringContaining('website/cms.ts')])
    const text = read('website/cms.ts')
    expect(text).toMatch(
      /^\/\/ Made from .*\n\/\/ By `cms types --out website\/cms\.ts`; changes made here are lost\.\n/,
    )
    expect(text.match(/ from "[^"]+"/g)).toEqual([' from "@lintel/client"'])
    expect(text).toContain('export interface Collections')
    expect(text).not.toContain('declare module')
    expect(JSON.parse((await run('types', '--out', 'website/cms.ts', '--json')).stdout)).toEqual({
      file: 'website/cms.ts',
      written: false,
    })
  })

  it('imports the client from where it is told to', async () => {
    await run('types', '--out', 'website/vendored.ts', '--client', './client.js')
    const text = read('website/vendored.ts')
    expect(text).toContain(' from "./client.js"')
    expect(text).toContain('By `cms types --out website/vendored.ts --client ./client.js`')
  })

  it('tells when a file is stale, and leaves it alone', async () => {
    await run('types', '--out', 'checked.ts')
    expect(await run('types', '--out', 'checked.ts', '--check')).toMatchObject({ code: 0 })
    const old = read('checked.ts').replace('title: ', 'titel: ')
    project.write('checked.ts', old)
    const { code, stderr } = await run('types', '--out', 'checked.ts', '--check')
    expect(code).toBe(3)
    expect(stderr).toContain('stale checked.ts: `cms types --out checked.ts` writes it.')
    expect(read('checked.ts')).toBe(old)
    expect(JSON.parse((await run('types', '--out', 'none.ts', '--check', '--json')).stdout)).toEqual({
      file: 'none.ts',
      stale: true,
    })
  })

  it('overwrites nothing that it has not written, and writes TypeScript only', async () => {
    project.write('mine.ts', 'export const mine = 1\n')
    const refused = await run('types', '--out', 'mine.ts')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('mine.ts was not written by') })
    expect(read('mine.ts')).toBe('export const mine = 1\n')
    expect(await run('types', '--out', 'types.json')).toMatchObject({ code: 2 })
    expect(await run('types', '--client', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('--out') })
  })
})
