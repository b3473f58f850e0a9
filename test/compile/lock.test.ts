import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, createCompiler, findStaleOutputs, writeOutputs } from '../../src/compile/index.ts'
import { makeProject, type TestProject } from './project.ts'

const LOCK = 'cms.lock.json'

const FILES = {
  'cms.config.ts': `import { defineConfig, secret } from 'lintel'
import authors from './collections/authors.ts'
import posts from './collections/posts.ts'
import letters from './plugins/letters/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [posts, authors],
  plugins: [letters({ apiKey: secret('LETTERS_KEY'), retries: 3 })],
  roles: { reporter: { permissions: ['content.create'] } },
  cors: { origins: ['https://www.example.com'] },
  environments: {
    development: {},
    production: { domain: 'cms.example.com', plugins: { letters: { retries: 5 } } },
  },
})
`,
  'collections/authors.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({ name: 'authors', fields: { name: field.string({ required: true }) } })
`,
  'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  label: 'Articles',
  search: ['title'],
  versions: 50,
  access: { update: ['editor'], delete: ({ user }) => user?.role === 'admin' },
  fields: {
    title: field.string({ required: true, max: 200, help: 'Short.' }),
    summary: field.text({ max: 500 }),
    kind: field.select({ options: ['news', 'review'], default: 'news' }),
    author: field.reference('authors', { onDelete: 'restrict' }),
    parts: field.blocks({ of: { quote: { text: field.text({ max: 100 }) } } }),
  },
  indexes: [['author', '-createdAt']],
})
`,
  'plugins/letters/plugin.ts': `import { definePlugin, defineRoute } from 'lintel'
import * as z from 'zod'

const settings = z.strictObject({ apiKey: z.string(), retries: z.int().default(1) })
const status = defineRoute({
  method: 'GET',
  path: '/api/letters',
  access: ['editor'],
  cache: { ttl: 60 },
  handler: (c) => c.text(''),
})

export default definePlugin({
  name: 'letters',
  version: '1.0.0',
  settings,
  http: { routes: { status }, hooks: { 'content:save': () => {} } },
})
`,
}

let project: TestProject

beforeAll(() => {
  project = makeProject(FILES)
})
afterAll(() => project.dispose())

/** The lock with other files in place of some. */
async function lockWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  project.write({ ...FILES, ...files })
  const { outputs, diagnostics } = await compile(project)
  expect(diagnostics).toEqual([])
  return outputs.get(LOCK) ?? ''
}

/** Without what comes from the service itself, which changes for reasons of its own. */
function withoutSystem(lock: string): string {
  const { schema, plugins, routes, ...rest } = JSON.parse(lock)
  const packages = /^ {6}"[\w-]+": "lintel@[^"]*",?\n|^ {4}"lintel": .*\n/gm
  const system = [
    ...Object.keys(schema).filter((name) => schema[name].owner?.startsWith('plugin:')),
    ...Object.keys(plugins).filter((name) => name !== 'letters'),
    ...Object.keys(routes).filter((name) => !/letters|posts|authors/.test(name)),
  ]
  const names = system.map((name) => name.replace(/[/*.]/g, '\\$&')).join('|')
  const entries = new RegExp(`^    "(?:${names})": (?:\\{\\n(?:      .*\\n)*    \\}|.*[^,{]),?\\n`, 'gm')
  expect(rest.lockFormat).toBe(1)
  // A role may be called as a plugin is.
  return lock
    .replaceAll(packages, '')
    .replace(/^ {2}"(?:schema|plugins|routes)": \{\n(?: {4}.*\n)*/gm, (section) => section.replaceAll(entries, ''))
}

/** Number of lines that differ: a line that changed counts once. */
function changedLines(before: string, after: string): number {
  const a = before.split('\n')
  const b = after.split('\n')
  const common = new Map<string, number>()
  for (const line of a) common.set(line, (common.get(line) ?? 0) + 1)
  const kept = b.filter((line) => {
    const left = common.get(line) ?? 0
    common.set(line, left - 1)
    return left > 0
  }).length
  return Math.max(a.length, b.length) - kept
}

/** One option at a time: what stands in a file, and what comes in its place. */
const OPTIONS: readonly [file: keyof typeof FILES, from: string, to: string][] = [
  ['collections/posts.ts', "label: 'Articles',", "label: 'Articles',\n  drafts: true,"],
  ['collections/posts.ts', "label: 'Articles',", "label: 'Articles',\n  singleton: true,"],
  ['collections/posts.ts', "search: ['title']", "search: ['title', 'summary']"],
  ['collections/posts.ts', "  search: ['title'],\n", ''],
  ['collections/posts.ts', 'versions: 50', 'versions: 20'],
  ['collections/posts.ts', 'versions: 50', 'cache: { ttl: 60, staleWhileRevalidate: 600 },\n  versions: 50'],
  ['collections/posts.ts', 'access: { update', "access: { read: ['author'], update"],
  ['collections/posts.ts', 'access: { update', "access: { create: 'authenticated', update"],
  ['collections/posts.ts', "user?.role === 'admin'", "user?.role !== 'viewer'"],
  ['collections/posts.ts', 'required: true, max: 200', 'required: false, max: 200'],
  ['collections/posts.ts', 'max: 200', 'max: 201'],
  ['collections/posts.ts', 'max: 200', 'max: 200, unique: true'],
  ['collections/posts.ts', 'max: 200', 'max: 200, index: false'],
  ['collections/posts.ts', 'max: 200', "max: 200, access: { write: ['admin'] }"],
  ['collections/posts.ts', "['news', 'review']", "['news', 'review', 'opinion']"],
  ['collections/posts.ts', "onDelete: 'restrict'", "onDelete: 'cascade'"],
  ['collections/posts.ts', 'max: 100', 'max: 101'],
  ['collections/posts.ts', "  indexes: [['author', '-createdAt']],\n", ''],
  ['cms.config.ts', "name: 'site'", "name: 'siteview'"],
  ['cms.config.ts', 'retries: 3', 'retries: 4'],
  ['cms.config.ts', 'retries: 5', 'retries: 6'],
  ['cms.config.ts', "['content.create']", "['content.create', 'content.edit']"],
  ['cms.config.ts', "domain: 'cms.example.com'", "domain: 'www.example.com'"],
  ['cms.config.ts', "domain: 'cms.example.com'", "domain: 'cms.example.com', vars: { A: '1' }"],
  ['cms.config.ts', "['https://www.example.com']", "['https://www.example.com'], credentials: true"],
  ['plugins/letters/plugin.ts', 'ttl: 60', 'ttl: 61'],
  ['plugins/letters/plugin.ts', "access: ['editor']", "access: 'public'"],
  ['plugins/letters/plugin.ts', "version: '1.0.0'", "version: '1.1.0'"],
  ['plugins/letters/plugin.ts', "'content:save': () => {}", "'content:save': () => {}, 'content:delete': () => {}"],
]

describe('the lock', () => {
  it('shows every effect of the config, one fact a line', async () => {
    const lock = withoutSystem(await lockWith())
    expect(lock).toContain('"letters.content:save": "')
    await expect(lock.replaceAll(/[0-9a-f]{64}/g, '<sha256>')).toMatchFileSnapshot('golden/lock.txt')
  })

  it.each(OPTIONS)('changes by one to three lines: %s, %s → %s', async (file, from, to) => {
    const before = await lockWith()
    expect(FILES[file]).toContain(from)
    const changed = changedLines(before, await lockWith({ [file]: FILES[file].replace(from, to) }))
    expect(changed).toBeGreaterThanOrEqual(1)
    expect(changed).toBeLessThanOrEqual(3)
  })

  it('does not change with what people read, with the order of things, or with where they stand', async () => {
    const before = await lockWith()
    const posts = FILES['collections/posts.ts']
    const moved = posts
      .replace("label: 'Articles'", "label: 'News', description: 'What is new.'")
      .replace("help: 'Short.'", "label: 'Headline', help: 'Very short.'")
      .replace('export default', '\n\n// Moved down.\nexport default')
      .replace('    summary: field.text({ max: 500 }),\n', '')
      .replace('    kind: field', '    summary: field.text({ max: 500 }),\n    kind: field')
      .replace("['news', 'review']", "[{ value: 'news', label: 'News' }, { value: 'review', label: 'Review' }]")
    const config = FILES['cms.config.ts'].replace('[posts, authors]', '[authors, posts]')
    expect(await lockWith({ 'collections/posts.ts': moved, 'cms.config.ts': config })).toBe(before)
  })

  it('holds the names of secrets, and no value that a function has', async () => {
    const lock = JSON.parse(await lockWith())
    expect(lock.plugins.letters.settings.apiKey.production).toEqual({ $secret: 'LETTERS_KEY' })
    expect(lock.collections.posts.access.delete).toEqual({ function: expect.stringMatching(/^esbuild:[0-9a-f]{64}$/) })
  })

  it('is stale once the config says something else, and no longer once it is built', async () => {
    project.write(FILES)
    const compiler = createCompiler(project)
    const built = await compiler.compile()
    writeOutputs(project.root, built)
    expect(findStaleOutputs(project.root, built)).toEqual([])
    project.write({ 'collections/posts.ts': FILES['collections/posts.ts'].replace('max: 200', 'max: 300') })
    const changed = await compiler.compile()
    expect(findStaleOutputs(project.root, changed)).toEqual([LOCK])
    expect(readFileSync(join(project.root, LOCK), 'utf8')).toBe(built.outputs.get(LOCK))
    expect(writeOutputs(project.root, changed)).toContain(LOCK)
    expect(findStaleOutputs(project.root, changed)).toEqual([])
  })
})
