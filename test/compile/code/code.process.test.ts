import { rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Compilation, createCompiler, writeOutputs } from '../../../src/compile/index.ts'
import { readLock } from '../../../src/compile/lock/read-lock.ts'
import type { Change } from '../../../src/compile/review/change.ts'
import { changesOf, reviewChanges } from '../../../src/compile/review/review.ts'
import { sourcesOf } from '../../../src/compile/sources/sources.ts'
import { makeProject, type TestProject } from '../project.ts'

const FILES: Readonly<Record<string, string>> = {
  'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
import guard from './plugins/guard/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [guard()],
  environments: { development: {}, production: {} },
})
`,
  'collections/posts.ts': `import { defineCollection, field } from 'lintel'
import { isMine } from './rules/mine.ts'
import type { Kind } from './kinds.ts'

const isStaff = (role: string | undefined) => role === 'editor'
const kind: Kind = 'news'

export default defineCollection({
  name: 'posts',
  label: 'Posts',
  access: {
    read: ({ user }) => isStaff(user?.role),
    update: ({ user, document }) => isMine(user, document),
  },
  fields: { title: field.string({ max: 100 }), kind: field.string({ default: kind }) },
})
`,
  'collections/kinds.ts': `export type Kind = 'news' | 'review'\n`,
  'collections/rules/mine.ts': `import { isActive } from './active.ts'

export const isMine = (user: { id: string } | null, document?: object) => isActive(user) && document !== undefined
`,
  'collections/rules/active.ts': `import { label } from '@acme/words'

export const isActive = (user: { id: string } | null) => user !== null && label !== ''
`,
  'collections/node_modules/@acme/words/package.json': `{ "name": "@acme/words", "version": "1.0.0", "type": "module", "exports": "./index.js", "dependencies": { "tiny": "1" } }\n`,
  'collections/node_modules/@acme/words/index.js': `import { size } from 'tiny'\n\nexport const label = 'yes'.slice(size)\n`,
  'collections/node_modules/tiny/package.json': `{ "name": "tiny", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n`,
  'collections/node_modules/tiny/index.js': `export const size = 0\n`,
  'plugins/guard/plugin.ts': `import { definePlugin, defineRoute } from 'lintel'
import { note } from './note.ts'
import { stop } from './stop.ts'

const page = defineRoute({
  method: 'GET',
  path: '/api/guard',
  access: 'public',
  handler: async (c) => c.text((await import('./page.ts')).page),
})

export default definePlugin({
  name: 'guard',
  version: '1.0.0',
  http: {
    middleware: [stop],
    routes: { page },
    hooks: { 'content:save': note, 'content:delete': () => {} },
  },
})
`,
  'plugins/guard/note.ts': 'export const note = () => {}\n',
  'plugins/guard/page.ts': `export const page = 'guarded'\n`,
  'plugins/guard/stop.ts': `export const stop = async (_c: unknown, next: () => Promise<void>) => next()\n`,
  'src/worker.ts': `import { createWorker } from 'lintel/runtime'
import { program } from '../.cms/program.ts'

export default createWorker(program)
`,
  'src/other.ts': 'export default {}\n',
  'wrangler.toml': `name = "site-development"
main = "src/worker.ts"
compatibility_date = "2026-10-20"
`,
}

const PACKAGE = (target: string) =>
  `${JSON.stringify({ name: 'zap', version: '1.0.0', type: 'module', exports: target })}\n`

interface State {
  /** Lines of the lock. */
  readonly lines: readonly string[]
  readonly version: string
  readonly compilation: Compilation
}

let project: TestProject
let before: State

beforeAll(async () => {
  project = makeProject(FILES)
  before = await stateWith({})
})
afterAll(() => project.dispose())

/** The project with some files as they are given, and the others as they were. */
async function stateWith(files: Readonly<Record<string, string>>, made: TestProject = project): Promise<State> {
  made.write({ ...FILES, ...files })
  const compilation = await createCompiler(made).compile()
  expect(compilation.diagnostics).toEqual([])
  const lines = (compilation.outputs.get('cms.lock.json') ?? '').split('\n')
  return { lines, version: compilation.manifest?.version ?? '', compilation }
}

/** Paths of the lines that another text of a file changes, without their values. */
async function changedBy(path: string, from: string, to: string): Promise<readonly string[]> {
  expect(FILES[path]).toContain(from)
  const after = await stateWith({ [path]: FILES[path]?.replace(from, to) ?? '' })
  expect(after.version === before.version).toBe(false)
  const changed = after.lines.filter((line) => !before.lines.includes(line))
  return changed.map((line) => line.replace(/": .*/, '').trim().slice(1))
}

/** Notes to a reviewer of another text of a file: `class: message`. */
async function toldOf(files: Readonly<Record<string, string>>, then: State = before): Promise<readonly string[]> {
  return toldBetween(then, await stateWith(files))
}

async function toldBetween(then: State, after: State): Promise<readonly string[]> {
  return changesBetween(then, after).map((change) => `${change.class}: ${change.message}`)
}

function changesBetween(then: State, after: State): readonly Change[] {
  expect(after.version === then.version).toBe(false)
  const [base, head] = [then, after].map(({ lines }) => readLock(lines.join('\n')))
  if (!base || !head || !('lock' in base) || !('lock' in head) || !after.compilation.manifest)
    throw new Error('no lock')
  const sources = sourcesOf(after.compilation.manifest)
  const review = reviewChanges({ base: base.lock, head: head.lock, migrations: [], backfills: new Map(), sources })
  return changesOf(review)
}

describe('the code of a rule', () => {
  it.each([
    ['in its own file', 'collections/posts.ts', "role === 'editor'", 'true'],
    ['in another file', 'collections/rules/mine.ts', 'document !== undefined', 'true'],
    ['in a file behind that', 'collections/rules/active.ts', 'user !== null', 'true'],
  ])('is another one when a helper is %s', async (_where, path, from, to) => {
    expect(await changedBy(path, from, to)).toEqual(['read', 'update'])
  })

  it('is another one with the version of a package, and of one on which that depends', async () => {
    const words = 'collections/node_modules/@acme/words/package.json'
    expect(await changedElsewhere(words, '"version": "1.0.0"', '"version": "1.0.1"')).toEqual(['read', 'update'])
    const tiny = 'collections/node_modules/tiny/package.json'
    expect(await changedElsewhere(tiny, '1.0.0', '1.0.1')).toEqual(['read', 'update'])
  })

  it('is each rule for itself', async () => {
    expect(await changedBy('collections/posts.ts', 'isMine(user, document)', 'isMine(user, {})')).toEqual(['update'])
  })

  it.each([
    ['a field', 'max: 100', 'max: 200', ['title']],
    ['what people read', "label: 'Posts'", "label: 'Articles'", []],
    ['a comment, and where it stands', 'export default', '\n\n// Moved down.\nexport default', []],
  ])('stays with %s', async (_what, from, to, changed) => {
    expect(await changedBy('collections/posts.ts', from, to)).toEqual(changed)
  })

  it('does not count files of types', async () => {
    const after = await stateWith({ 'collections/kinds.ts': `export type Kind = 'news' | 'review' | 'opinion'\n` })
    expect(after.lines).toEqual(before.lines)
    expect(after.version).toBe(before.version)
  })

  it('is told as something that opens', async () => {
    const mine = FILES['collections/rules/mine.ts']?.replace('document !== undefined', 'true') ?? ''
    expect(await toldOf({ 'collections/rules/mine.ts': mine })).toEqual([
      'opens: the access function for read on posts has changed',
      'opens: the access function for update on posts has changed',
    ])
  })

  it('cannot be hidden in what the declaration runs besides', async () => {
    const posts = FILES['collections/posts.ts'] ?? ''
    const open = posts.replace('const isStaff =', 'let isStaff =')
    const hidden = open.replace('default: kind }', 'default: (isStaff = () => true, kind) }')
    const [first, then] = [
      await stateWith({ 'collections/posts.ts': open }),
      await stateWith({ 'collections/posts.ts': hidden }),
    ]
    const changed = then.lines.filter((line) => !first.lines.includes(line))
    expect(changed.map((line) => line.trim().slice(0, 6))).toEqual(['"read"', '"updat'])
  })

  it('cannot be hidden in what makes the rule', async () => {
    const made = (roles: string) =>
      FILES['collections/posts.ts']
        ?.replace(
          'const isStaff',
          'const allow = (roles: string[]) => ({ user }: { user: { role: string } | null }) => roles.includes(user?.role ?? "")\nconst isStaff',
        )
        .replace('({ user }) => isStaff(user?.role)', `allow(${roles})`) ?? ''
    const first = await stateWith({ 'collections/posts.ts': made("['editor']") })
    const then = await stateWith({ 'collections/posts.ts': made("['editor', 'viewer']") })
    expect(then.lines.filter((line) => !first.lines.includes(line)).map((line) => line.trim().slice(0, 6))).toContain(
      '"read"',
    )
  })
})

/** As `changedBy`, for what stands in `node_modules`, which a process reads once. */
async function changedElsewhere(path: string, from: string, to: string): Promise<readonly string[]> {
  const made = makeProject({ ...FILES, [path]: FILES[path]?.replace(from, to) ?? '' })
  try {
    const compilation = await createCompiler(made).compile()
    const lines = (compilation.outputs.get('cms.lock.json') ?? '').split('\n')
    const changed = lines.filter((line) => !before.lines.includes(line))
    return changed.map((line) => line.replace(/": .*/, '').trim().slice(1))
  } finally {
    made.dispose()
  }
}

describe('the code of a plugin', () => {
  it.each([
    ['its middleware', 'plugins/guard/stop.ts', 'next()', 'undefined', ['guard']],
    [
      'what it loads when it is asked',
      'plugins/guard/page.ts',
      'guarded',
      'open',
      ['guard.content:delete', 'guard.content:save', 'guard'],
    ],
    [
      'a hook from another file',
      'plugins/guard/note.ts',
      '() => {}',
      '() => undefined',
      ['guard.content:save', 'guard'],
    ],
    [
      'a hook in its own file',
      'plugins/guard/plugin.ts',
      "'content:delete': () => {}",
      "'content:delete': () => undefined",
      ['guard.content:delete', 'guard'],
    ],
  ])('is another one with %s', async (_what, path, from, to, lines) => {
    expect(await changedBy(path, from, to)).toEqual(lines)
  })

  it('is told once, as something that opens where it decides', async () => {
    const after = await stateWith({ 'plugins/guard/note.ts': 'export const note = () => undefined\n' })
    expect(changesBetween(before, after)).toMatchObject([
      {
        class: 'opens',
        message:
          'the code of the plugin guard has changed, and it checks who may call its routes, serves everybody at GET /api/guard and runs with all rights of the service',
        notes: [
          expect.stringMatching(/^the code of its hook content:save has changed \(plugins\/guard\/plugin\.ts:\d+\)$/),
        ],
      },
    ])
  })

  it('counts by its version where it is installed', () => {
    expect(before.lines).toContainEqual(expect.stringMatching(/^ {6}"core-tables": "lintel@\d+\.\d+\.\d+",$/))
  })

  it('is followed through addresses that are composed, escaped, or behind a comment', async () => {
    const plugin = FILES['plugins/guard/plugin.ts'] ?? ''
    const ways = [
      `import(\`./pages/\${c.req.query('page')}.ts\`)`,
      "import('./pages/' + c.req.query('page'))",
      String.raw`import('\x2e/pages/hidden.ts')`,
      "import(/* a page */ './pages/hidden.ts')",
    ]
    for (const way of ways) {
      const files = {
        'plugins/guard/plugin.ts': plugin.replace("import('./page.ts')", way),
        'plugins/guard/pages/hidden.ts': `export const page = 'guarded'\n`,
      }
      const first = await stateWith(files)
      const then = await stateWith({ ...files, 'plugins/guard/pages/hidden.ts': `export const page = 'open'\n` })
      const changed = then.lines.filter((line) => !first.lines.includes(line))
      expect([way, changed.some((line) => line.includes('"guard"'))]).toEqual([way, true])
    }
    project.write({ 'plugins/guard/pages/hidden.ts': null })
  })
})

describe('the worker', () => {
  it('is told with its main module, and with what it is bound to', async () => {
    const toml = FILES['wrangler.toml'] ?? ''
    expect(await changedBy('wrangler.toml', 'src/worker.ts', 'src/other.ts')).toEqual(['worker', 'main'])
    const services = `\n[[env.production.services]]\nbinding = "ACCOUNTS"\nservice = "accounts"\n`
    expect(await toldOf({ 'wrangler.toml': toml + services })).toEqual([
      'opens: wrangler.toml says services = [{"binding":"ACCOUNTS","service":"accounts"}] for production; previously nothing',
    ])
    expect(await toldOf({ 'wrangler.toml': toml.replace('src/worker.ts', 'src/other.ts') })).toEqual([
      'opens: the code of the worker, which receives every request first, has changed',
      'opens: wrangler.toml says main = src/other.ts; previously src/worker.ts',
    ])
  })

  it.each([
    ['keep_vars = true', 'opens: wrangler.toml says keep_vars = true; previously nothing'],
    ['minify = true', 'opens: wrangler.toml says minify = true; previously nothing'],
    ['logpush = true', 'caution: wrangler.toml says logpush = true; previously nothing'],
  ])('is told with %s, in the class that the file has', async (line, told) => {
    const toml = FILES['wrangler.toml'] ?? ''
    expect(await toldOf({ 'wrangler.toml': `${toml}${line}\n` })).toEqual([told])
  })

  it('is told of another database, and of another namespace, by their ids', async () => {
    const bound = (database: string, space: string) =>
      `${FILES['wrangler.toml'] ?? ''}
[[env.production.d1_databases]]
binding = "DB"
database_name = "site-production"
database_id = "${database}"

[[env.production.kv_namespaces]]
binding = "CACHE_KV"
id = "${space}"
`
    expect(await toldOf({ 'wrangler.toml': bound('one', 'a') })).toEqual([
      'caution: wrangler.toml says d1_databases.DB.database_id = one for production; previously nothing',
      'caution: wrangler.toml says kv_namespaces.CACHE_KV.id = a for production; previously nothing',
    ])
    const from = await stateWith({ 'wrangler.toml': bound('one', 'a') })
    expect(await toldOf({ 'wrangler.toml': bound('two', 'b') }, from)).toEqual([
      'opens: wrangler.toml says d1_databases.DB.database_id = two for production; previously one',
      'opens: wrangler.toml says kv_namespaces.CACHE_KV.id = b for production; previously a',
    ])
  })

  it('is another one when its own module is', async () => {
    expect(await changedBy('src/worker.ts', 'createWorker(program)', '{ ...createWorker(program) }')).toEqual([
      'worker',
    ])
  })
})

describe('code that a worker begins with', () => {
  const toml = FILES['wrangler.toml'] ?? ''
  const alias = `[alias]\nsafe = "./src/safe.ts"\n`

  it.each([
    [
      'is in the folder of generated modules',
      { 'src/worker.ts': `export { default } from '../.cms/own.ts'\n`, '.cms/own.ts': 'export default 1\n' },
      { '.cms/own.ts': 'export default 2\n' },
      ['worker'],
    ],
    [
      'is named without its extension',
      { 'wrangler.toml': toml.replace('src/worker.ts', 'src/worker') },
      { 'src/worker.ts': 'export default {}\n' },
      ['worker'],
    ],
    [
      'is no longer replaced in an environment',
      { 'wrangler.toml': `${toml}${alias}`, 'src/safe.ts': '' },
      { 'wrangler.toml': `${toml}${alias}[env.production.alias]\n` },
      ['env.production.alias'],
    ],
    [
      'is a package of Node that a server does not replace',
      {
        'wrangler.toml': `${toml}[alias]\n"@acme/words" = "./src/safe.ts"\n`,
        'src/safe.ts': `export const label = 'yes'\n`,
        'cms.config.ts':
          FILES['cms.config.ts']?.replace('production: {}', "production: { host: 'node', domain: 'a.example' }") ?? '',
      },
      { 'collections/node_modules/tiny/index.js': 'export const size = 1\n' },
      ['read', 'update'],
    ],
  ])('counts if it %s', async (_what, first, then, lines) => {
    const made = makeProject({ ...FILES, ...first })
    const [from, to] = [await stateWith(first, made), await stateWith({ ...first, ...then }, made)]
    made.dispose()
    const before = from.lines.map((line) => line.replace(/,$/, ''))
    const changed = to.lines.filter((line) => !before.includes(line.replace(/,$/, '')))
    expect(changed.map((line) => line.replace(/": .*/, '').trim().slice(1))).toEqual(lines)
  })
})

it('a tsconfig that changes how modules are read makes another version', async () => {
  const made = makeProject(FILES)
  const [from, to] = [
    await stateWith({ 'tsconfig.json': '{ "compilerOptions": { "useDefineForClassFields": true } }' }, made),
    await stateWith({ 'tsconfig.json': '{ "compilerOptions": { "useDefineForClassFields": false } }' }, made),
  ]
  made.dispose()
  expect(to.lines).toEqual(from.lines)
  expect(to.version).not.toBe(from.version)
})

describe('what wrangler.toml says besides', () => {
  const production = (lines: string) => ({
    'wrangler.toml': `${FILES['wrangler.toml'] ?? ''}\n[env.production]\n${lines}\n`,
  })

  it('is told where it is another account, worker or address', async () => {
    const first = await stateWith(production('account_id = "one"\nname = "site-production"\nworkers_dev = false'))
    expect(await toldBetween(before, first)).toEqual([
      'caution: wrangler.toml says account_id = one for production; previously nothing',
      'caution: wrangler.toml says workers_dev = false for production; previously nothing',
    ])
    const then = `account_id = "two"\nname = "shop"\nworkers_dev = true\npreview_urls = true\nroutes = ["a.example/*"]`
    expect(await toldOf(production(then), first)).toEqual([
      'opens: wrangler.toml says account_id = two for production; previously one',
      'opens: wrangler.toml says name = shop for production; previously nothing',
      'opens: wrangler.toml says preview_urls = true for production; previously nothing',
      'opens: wrangler.toml says routes = ["a.example/*"] for production; previously nothing',
      'opens: wrangler.toml says workers_dev = true for production; previously false',
    ])
    const second = await stateWith(production(then))
    expect(await toldOf(production('account_id = "two"\nname = "shop"'), second)).toEqual([
      'breaking: wrangler.toml says routes = nothing for production; previously ["a.example/*"]',
      'breaking: wrangler.toml says workers_dev = nothing for production; previously true',
      'caution: wrangler.toml says preview_urls = nothing for production; previously true',
    ])
  })

  it('is told of a variable that the config does not declare, by a hash of its value', async () => {
    const vars = (value: string) => production(`[env.production.vars]\nENVIRONMENT = "production"\nOPEN = "${value}"`)
    const first = await stateWith(vars('a value'))
    expect(await toldBetween(before, first)).toEqual([
      'caution: the variable OPEN of production in wrangler.toml is new, and the config does not declare it',
    ])
    expect(first.lines.join()).not.toContain('a value')
    expect(await toldOf(vars('another value'), first)).toEqual([
      'caution: the variable OPEN of production in wrangler.toml has another value',
    ])
    const config = FILES['cms.config.ts']?.replace('production: {}', "production: { vars: { OPEN: 'a value' } }") ?? ''
    const declared = await stateWith({ ...vars('a value'), 'cms.config.ts': config })
    expect(declared.lines.join()).not.toContain('env.production.vars.OPEN')
  })
})

describe('what a bundler is told elsewhere', () => {
  const OTHER = { 'lib/other.ts': `export const label = 'other'\nexport const isMine = () => true\n` }
  const paths = '"compilerOptions": { "paths": { "@acme/words": ["./lib/other.ts"] } }'

  it('is told where a tsconfig takes the place of the one above it', async () => {
    const made = makeProject({ ...FILES, ...OTHER, 'tsconfig.json': `{ ${paths} }` })
    const first = await stateWith({}, made)
    const then = await stateWith({ 'collections/tsconfig.json': '{}' }, made)
    made.dispose()
    expect(await toldBetween(first, then)).toEqual([
      'opens: the access function for read on posts has changed',
      'opens: the access function for update on posts has changed',
    ])
  })

  it.each([
    ['a path', { 'tsconfig.json': `{ ${paths} }` }, ['read', 'update']],
    [
      'a place for browsers',
      { 'package.json': '{ "browser": { "@acme/words": "./lib/other.ts" } }' },
      ['read', 'update'],
    ],
    [
      'a named tsconfig',
      {
        'wrangler.toml': `tsconfig = "lib/tsconfig.json"\n${FILES['wrangler.toml'] ?? ''}`,
        'lib/tsconfig.json': '{ "compilerOptions": { "paths": { "@acme/words": ["./other.ts"] } } }',
      },
      ['read', 'update'],
    ],
    [
      'a condition of Node',
      {
        'cms.config.ts':
          FILES['cms.config.ts']?.replace('production: {}', "production: { host: 'node', domain: 'a.example' }") ?? '',
        'collections/node_modules/@acme/words/package.json':
          '{ "name": "@acme/words", "type": "module", "exports": { "node": "./other.js", "workerd": "./index.js" } }\n',
        'collections/node_modules/@acme/words/other.js': `export { label } from '../../../../lib/other.ts'\n`,
      },
      ['read', 'update'],
    ],
    ['an alias', { 'wrangler.toml': `${FILES['wrangler.toml'] ?? ''}[alias]\nhono = "./lib/other.ts"\n` }, ['worker']],
  ])('counts with the module to which %s leads', async (_what, files, lines) => {
    const made = makeProject({ ...FILES, ...OTHER, ...files })
    const first = await stateWith({ ...OTHER, ...files }, made)
    const then = await stateWith({ 'lib/other.ts': `export const label = ''\n`, ...files }, made)
    made.dispose()
    const changed = then.lines.filter((line) => !first.lines.includes(line))
    expect(changed.map((line) => line.replace(/": .*/, '').trim().slice(1))).toEqual(lines)
  })

  it('is a package under the name of another, even where both are there', async () => {
    const tiny = 'collections/node_modules/tiny/package.json'
    const exchanged = { [tiny]: FILES[tiny]?.replace('"name": "tiny"', '"name": "evil"') ?? '' }
    const made = makeProject({ ...FILES, ...exchanged })
    const after = await stateWith(exchanged, made)
    made.dispose()
    expect(after.lines.filter((line) => !before.lines.includes(line)).length).toBe(2)
  })
})

describe('an import that cannot be bundled', () => {
  it.each([
    ['./late.ts', 'Could not resolve "./late.ts"'],
    ['left-pad', "The package 'left-pad' is not installed."],
  ])('is a mistake of the build: %s', async (specifier, message) => {
    project.write({ ...FILES, 'plugins/guard/stop.ts': `export const stop = () => import('${specifier}')\n` })
    const { diagnostics, outputs } = await createCompiler(project).compile()
    expect(diagnostics).toMatchObject([{ code: 'bundle', message, file: 'plugins/guard/stop.ts', line: 1, column: 34 }])
    expect(outputs.size).toBe(0)
  })
})

describe('a lock with hashes by an earlier version', () => {
  it('is taken over once, with a note', async () => {
    const earlier = before.lines.map((line) => line.replaceAll('esbuild:', ''))
    const then = { ...before, lines: earlier, version: '' }
    expect(await toldBetween(then, before)).toEqual([
      'opens: this version of lintel hashes code differently, so this review cannot tell which code has changed: read all changes to code',
    ])
  })
})

describe('a hash', () => {
  it('does not change with what the build itself writes', async () => {
    writeOutputs(project.root, before.compilation)
    project.write({ 'package.json': '{ "name": "site", "private": true }\n' })
    expect((await stateWith({})).lines).toEqual(before.lines)
    project.write({ 'package.json': null, 'cms.lock.json': null, 'migrations/0001_initial.sql': null })
  })

  it('reaches what package.json gives a name', async () => {
    const packageJson = `{ "name": "site", "exports": { "./rules/*": "./lib/*.ts" }, "imports": { "#stop": { "default": "./lib/stop.ts" } } }\n`
    const guard = FILES['plugins/guard/plugin.ts'] ?? ''
    for (const name of ['#stop', 'site/rules/stop']) {
      const files = {
        'package.json': packageJson,
        'lib/stop.ts': FILES['plugins/guard/stop.ts'] ?? '',
        'plugins/guard/plugin.ts': guard.replace('./stop.ts', name),
      }
      const made = makeProject({ ...FILES, ...files }) // Node reads a package.json once
      const first = await stateWith(files, made)
      const then = await stateWith({ ...files, 'lib/stop.ts': `${files['lib/stop.ts']}// changed\n` }, made)
      made.dispose()
      expect(then.lines.filter((line) => !first.lines.includes(line)).length).toBe(1)
    }
  })

  it('is the same whether or not the project was compiled before', async () => {
    const stop = FILES['plugins/guard/stop.ts'] ?? ''
    const changes: readonly Readonly<Record<string, string>>[] = [
      { 'plugins/guard/stop.ts': `${stop}// changed\n` },
      {
        'plugins/guard/stop.ts': `import './deep/new.ts'\n${stop}`,
        'plugins/guard/deep/new.ts': `import '../note.ts'\n`,
      },
      {
        'plugins/guard/stop.ts': `import './deep/new.ts'\n${stop}`,
        'plugins/guard/deep/new.ts': `import '../page.ts'\n`,
      },
      { 'plugins/guard/stop.ts': stop, 'plugins/guard/note.ts': 'export const note = () => undefined\n' },
      { 'collections/rules/active.ts': `export const isActive = (user: unknown) => user !== null\n` },
    ]
    for (const files of changes) {
      const [again, other] = [await stateWith(files), makeProject({})]
      const fresh = await stateWith(files, other)
      other.dispose()
      expect(again.lines).toEqual(fresh.lines)
    }
    project.write({ 'plugins/guard/deep/new.ts': null })
  })

  it('is the same after links, packages and files of which no module is near have changed', async () => {
    const made = makeProject({
      ...FILES,
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@over/*": ["./over/*", "./base/*"] } } }',
      'base/note.ts': `export { note } from 'zap'\n`,
      'over/deep/readme.md': '',
      'links/kept.md': '',
      'plugins/guard/note.ts': `export const note = () => import('@over/note.ts')\nexport const page = () => import('../../links/page.ts')\n`,
      'plugins/guard/.note.ts': '',
      'first.ts': `export const page = 'a'\n`,
      'then.ts': `export const page = 'b'\n`,
      'base/node_modules/zap/package.json': PACKAGE('./a.js'),
      'base/node_modules/zap/a.js': 'export const note = () => 1\n',
      'base/node_modules/zap/b.js': 'export const note = () => 2\n',
    })
    const stays = (path: string, text: string) => () => made.write({ [path]: text })
    const linked = (target: string) => () => {
      rmSync(join(made.root, 'links/page.ts'), { force: true })
      symlinkSync(target, join(made.root, 'links/page.ts'))
    }
    const steps = [
      linked('../first.ts'),
      linked('../then.ts'),
      stays('base/node_modules/zap/package.json', PACKAGE('./b.js')),
      stays('base/node_modules/zap/package.json', PACKAGE('./b.js').replace('1.0.0', '1.0.1')),
      stays('over/note.ts', 'export const note = () => 3\n'),
    ]
    const lockNow = async () => (await createCompiler(made).compile()).outputs.get('cms.lock.json') ?? ''
    const locks: string[] = []
    for (const step of steps) {
      step()
      locks.push(await lockNow())
    }
    made.dispose()
    expect(locks[0]).not.toBe('')
    expect(new Set(locks).size).toBe(steps.length)
  })

  it('is the same in any folder, with any line endings, whenever the files were written', async () => {
    const other = makeProject({})
    try {
      const crlf = Object.entries(FILES).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')])
      const after = await stateWith(Object.fromEntries(crlf), other)
      expect(after.lines).toEqual(before.lines)
      expect(after.version).toBe(before.version)
      utimesSync(join(other.root, 'plugins/guard/stop.ts'), 1, 1)
      expect((await stateWith(Object.fromEntries(crlf), other)).version).toBe(before.version)
    } finally {
      other.dispose()
    }
  })
})
