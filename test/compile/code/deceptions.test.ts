import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Compilation, createCompiler } from '../../../src/compile/index.ts'
import { readLock } from '../../../src/compile/lock/read-lock.ts'
import { changesOf, reviewChanges } from '../../../src/compile/review/review.ts'
import { sourcesOf } from '../../../src/compile/sources/sources.ts'
import { makeProject, type TestProject } from '../project.ts'

/** A change of code in a plugin's or rule's own folder that a reader other than the bundler may miss. */
interface Deception {
  readonly what: string
  /** Files by path in the folder; `link:` makes a link to the rest. */
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
}

const IMPORTS_USED = `import { used } from './used.ts'\n`

/** A plugin whose middleware runs `used`. */
function plugin(name: string, imports = IMPORTS_USED, call = 'used()'): string {
  return `import { definePlugin } from 'lintel'
${imports}
export default definePlugin({
  name: '${name}',
  version: '1.0.0',
  http: { middleware: [async (_c, next) => (${call}, next())] },
})
`
}

const used = (value: string) => `export const used = () => '${value}'\n`
const packageOf = (version: string) =>
  `{ "name": "zap", "version": "${version}", "type": "module", "exports": { "workerd": "./worker.js", "default": "./index.js" } }\n`

/** A package.json with these exports. */
const exportsOf = (exports: unknown) =>
  `${JSON.stringify({ name: 'zap', version: '1.0.0', type: 'module', exports })}\n`

/** Deceptions in what a plugin imports. `plugin.ts` is made if it is not given. */
const IN_PLUGINS: readonly Deception[] = [
  ...['export type { Role } from "./role.ts"', 'export type Role = string', '// import type is used here'].map(
    (line) => ({
      what: `an export after: ${line}`,
      before: {
        'role.ts': 'export type Role = string\n',
        'impl.ts': used('a'),
        'used.ts': `${line}\nexport { used } from './impl.ts'\n`,
      },
      after: { 'impl.ts': used('b') },
    }),
  ),
  ...[' ', '\u2028', '\r'].map((sign) => ({
    what: `a statement behind a comment and U+${sign.charCodeAt(0).toString(16)}`,
    before: { 'used.ts': `${used('a')}// agreed` },
    after: { 'used.ts': `${used('a')}// agreed${sign}globalThis.open = true` },
  })),
  {
    what: 'a link to a file with the same bytes',
    before: {
      'used.ts': `export { used } from './inner.ts'\n`,
      'inner.ts': used('a'),
      'other/inner.ts': used('b'),
      'other/used.ts': `export { used } from './inner.ts'\n`,
    },
    after: { 'link:used.ts': 'other/used.ts' },
  },
  {
    what: 'a link to a folder with the same files',
    before: {
      'used.ts': `export { used } from './lib/a.ts'\n`,
      'lib/a.ts': `export { used } from '../inner.ts'\n`,
      'inner.ts': used('a'),
      'other/inner.ts': used('b'),
      'other/lib/a.ts': `export { used } from '../inner.ts'\n`,
    },
    after: { 'link:lib': 'other/lib' },
  },
  {
    what: 'another extension that the bundler prefers',
    before: { 'used.ts': `export const used = () => import('./late')\n`, 'late.ts': used('a') },
    after: { 'late.tsx': used('b') },
  },
  {
    what: 'a file in place of a folder',
    before: { 'used.ts': `export const used = () => import('./late')\n`, 'late/index.ts': used('a') },
    after: { 'late.ts': used('b') },
  },
  {
    what: 'a file that a composed address reaches',
    before: {
      'used.ts': "export const used = (name = 'a') => import('./pages/' + name + '.ts')\n",
      'pages/a.ts': used('a'),
    },
    after: { 'pages/b.ts': used('b') },
  },
  {
    what: 'a package of the same version beside the plugin',
    before: { 'plugin.ts': plugin('NAME', `import { z } from 'zod'\n`, 'z.string()') },
    after: {
      'node_modules/zod/package.json':
        '{ "name": "zod", "version": "4.6.7", "type": "module", "exports": "./index.js" }\n',
      'node_modules/zod/index.js': `export const z = { string: () => 'open' }\n`,
    },
  },
  {
    what: 'other bytes of a package under the same version',
    before: {
      'plugin.ts': plugin('NAME', `import { used } from 'zap'\n`),
      'node_modules/zap/package.json': packageOf('1.0.0'),
      'node_modules/zap/index.js': used('a'),
      'node_modules/zap/worker.js': used('a'),
    },
    after: { 'node_modules/zap/worker.js': used('b') },
  },
  {
    what: 'what only production loads',
    before: {
      'used.ts': `export const used = () => (process.env.NODE_ENV === 'production' ? import('./late.ts') : null)\n`,
      'late.ts': used('a'),
    },
    after: { 'late.ts': used('b') },
  },
  {
    what: 'what a package.json of the folder redirects',
    before: {
      'used.ts': `export const used = () => import('./late.ts')\n`,
      'late.ts': used('a'),
      'other.ts': used('a'),
    },
    after: { 'package.json': '{ "type": "module", "browser": { "./late.ts": "./other.ts" } }\n' },
  },
  {
    what: 'text that is imported',
    before: { 'used.ts': `export const used = () => import('./page.html')\n`, 'page.html': '<p>a' },
    after: { 'page.html': '<p>b' },
  },
  ...['txt', 'sql'].map((type) => ({
    what: `line endings of imported text: ${type}`,
    before: { 'used.ts': `export const used = () => import('./page.${type}')\n`, [`page.${type}`]: 'a\nb' },
    after: { [`page.${type}`]: 'a\r\nb' },
  })),
  {
    what: 'an enum that the bundler writes into the module that uses it',
    before: {
      'used.ts': `export const used = () => import('./inner.ts')\n`,
      'inner.ts': `import { Role } from './role.ts'\nexport const role = Role.Least\n`,
      'role.ts': `export const enum Role { Least = 'editor' }\n`,
    },
    after: { 'role.ts': `export const enum Role { Least = 'viewer' }\n` },
  },
  {
    what: 'a package.json that calls a folder Lintel',
    before: { 'package.json': '{ "name": "lintel", "version": "0.1.0", "type": "module" }\n', 'used.ts': used('a') },
    after: { 'used.ts': used('b') },
  },
  {
    what: 'another module of a package, both of which are loaded',
    before: {
      'plugin.ts': plugin('NAME', `import { used } from 'zap'\nimport 'zap/a'\nimport 'zap/b'\n`),
      'node_modules/zap/package.json': exportsOf({ '.': './a.js', './a': './a.js', './b': './b.js' }),
      'node_modules/zap/a.js': used('a'),
      'node_modules/zap/b.js': used('b'),
    },
    after: { 'node_modules/zap/package.json': exportsOf({ '.': './b.js', './a': './a.js', './b': './b.js' }) },
  },
  {
    what: 'conditions of a package that change places',
    before: {
      'plugin.ts': plugin('NAME', `import { used } from 'zap'\n`),
      'node_modules/zap/package.json': exportsOf({ '.': { node: './a.js', workerd: './b.js' } }),
      'node_modules/zap/a.js': used('a'),
      'node_modules/zap/b.js': used('b'),
    },
    after: { 'node_modules/zap/package.json': exportsOf({ '.': { node: './b.js', workerd: './a.js' } }) },
  },
  {
    what: 'two copies of a package that change places',
    before: {
      'plugin.ts': plugin('NAME', `import { used } from 'zap'\nimport './deep/first.ts'\n`),
      'deep/first.ts': `import 'zap'\n`,
      'node_modules/zap/package.json': exportsOf('./index.js'),
      'node_modules/zap/index.js': used('a'),
      'deep/node_modules/zap/package.json': exportsOf('./index.js'),
      'deep/node_modules/zap/index.js': used('b'),
    },
    after: { 'node_modules/zap/index.js': used('b'), 'deep/node_modules/zap/index.js': used('a') },
  },
  {
    what: 'copies of a package that import copies which change places',
    before: {
      'plugin.ts': plugin('NAME', `import { used } from 'zap'\nimport './deep/first.ts'\n`),
      'deep/first.ts': `import 'zap'\n`,
      ...Object.fromEntries(
        ['', 'deep/'].flatMap((place) => [
          [`${place}node_modules/zap/package.json`, exportsOf('./index.js')],
          [`${place}node_modules/zap/index.js`, `export { used } from 'zip'\n`],
          [`${place}node_modules/zip/package.json`, exportsOf('./index.js').replace('zap', 'zip')],
          [`${place}node_modules/zip/index.js`, used(place)],
        ]),
      ),
    },
    after: { 'node_modules/zip/index.js': used('deep/'), 'deep/node_modules/zip/index.js': used('') },
  },
  {
    what: 'a link to another module that is loaded, too',
    before: {
      'used.ts': `export { used } from './a.ts'\nimport './b.ts'\nimport './c.ts'\n`,
      'a.ts': used('a'),
      'b.ts': used('b'),
      'c.ts': used('a'),
    },
    after: { 'link:a.ts': 'b.ts' },
  },
  {
    what: 'a package that says that its effects are not needed',
    before: {
      'plugin.ts': plugin('NAME', `import { used } from 'zap'\nimport 'zap/lock'\n`),
      'node_modules/zap/package.json': exportsOf({ '.': './a.js', './lock': './b.js' }),
      'node_modules/zap/a.js': used('a'),
      'node_modules/zap/b.js': 'globalThis.locked = true\n',
    },
    after: {
      'node_modules/zap/package.json': exportsOf({ '.': './a.js', './lock': './b.js' }).replace(
        '{',
        '{ "sideEffects": false,',
      ),
    },
  },
  {
    what: 'what an import of CommonJS means in a package',
    before: {
      'plugin.ts': plugin('NAME', `import { used } from 'zap'\n`),
      'node_modules/zap/package.json': exportsOf('./a.js'),
      'node_modules/zap/a.js': `import it from './b.cjs'\nexport const used = () => it.default\n`,
      'node_modules/zap/b.cjs': 'exports.__esModule = true\nexports.default = { default: 1 }\n',
    },
    after: { 'node_modules/zap/package.json': exportsOf('./a.js').replace('"module"', '"commonjs"') },
  },
  {
    what: 'what an import of CommonJS means in a folder',
    before: {
      'used.ts': `export const used = async () => (await import('./b.cjs')).default\n`,
      'b.cjs': 'exports.__esModule = true\nexports.default = { default: 1 }\n',
    },
    after: { 'package.json': '{ "type": "module" }\n' },
  },
  {
    what: 'a file whose address ends in a query',
    before: {
      'used.ts': `export const used = () => [import('./a.wasm?module'), import('data:text/javascript,export default 1')]\n`,
      'a.wasm': 'a',
    },
    after: { 'a.wasm': 'b' },
  },
  {
    what: 'a package by the name of Lintel',
    before: {
      'plugin.ts': `${plugin('NAME')}`,
      'used.ts': `export { used } from './deep/first.ts'\n`,
      'deep/first.ts': `import * as own from 'lintel'\nexport const used = () => own\n`,
      'deep/node_modules/lintel/package.json': exportsOf('./index.js').replace('zap', 'lintel'),
      'deep/node_modules/lintel/index.js': used('a'),
    },
    after: { 'deep/node_modules/lintel/index.js': used('b') },
  },
]

/** Plugins that run `used` in other ways, each given as the parts of its declaration. */
const REACHED: Readonly<Record<string, string>> = {
  'a cron job': 'operations: { cron: { count: { everyMinutes: 60, run: async () => void used() } } }',
  'a queue': 'operations: { queues: { counts: { run: async () => void used() } } }',
  'an observer of requests': 'operations: { trace: () => void used() }',
  'a service': 'services: { responses: () => used() as never }',
  'a hook after an event': "http: { hooks: { 'content:save': () => void used() } }",
  'a route for callers who are signed in':
    "http: { routes: { read: defineRoute({ method: 'GET', path: '/api/NAME', access: 'authenticated', handler: () => new Response(used()) }) } }",
  'a panel':
    "admin: { documentPanels: { views: { label: 'Views', access: ['admin'], place: 'side', render: () => used() as never } } }",
  'a dashboard section':
    "admin: { dashboardSections: { totals: { label: 'Totals', access: ['admin'], render: () => used() as never } } }",
  'nothing but its module': 'description: used()',
}

const WAYS: readonly Deception[] = Object.values(REACHED).map((parts) => ({
  what: parts,
  before: {
    'plugin.ts': `import { definePlugin, defineRoute } from 'lintel'
${IMPORTS_USED}
void defineRoute
export default definePlugin({ name: 'NAME', version: '1.0.0', ${parts} })
`,
    'used.ts': used('a'),
  },
  after: { 'used.ts': used('b') },
}))

/** A collection whose rule for reading is a function. */
function collection({
  rule = "user?.role === 'editor'",
  label = 'Briefs',
  before = '',
  after = '',
  imports = '',
}): string {
  return `import { defineCollection, field } from 'lintel'
${imports}${before}
const briefs = defineCollection({
  name: 'NAME',
  label: '${label}',
  access: { read: ({ user }) => ${rule} },
  fields: { title: field.string() },
})${after}

export default briefs
`
}

const POLICY = `const policy = { role: 'editor' }\n`
const BY_POLICY = 'user?.role === policy.role'

const WITH_EFFECTS = `const policy = { role: 'editor', get open() { return (policy.role = 'viewer') } }
const more = { get label() { return (policy.role = 'viewer') } }
const size = { get max() { return (policy.role = 'viewer').length } }
`

/** An object that changes what the rule allows when it is made into text, a number or a list, or waited for. */
const COERCED = `const opened = <T>(value: T) => { policy.role = 'viewer'; return value }
const policy: any = {
  role: 'editor',
  toString: () => opened('Briefs'),
  valueOf: () => opened(1),
  then: (done: (value: number) => void) => opened(done(1)),
  [Symbol.iterator]: () => opened([].values()),
}
`

/** Deceptions in the module that declares a rule, `rule.ts`. */
const IN_RULES: readonly Deception[] = [
  ...['\u2028', '\u2029', '\r', '\n'].map((sign) => ({
    what: `a statement behind a comment and U+${sign.charCodeAt(0).toString(16)}`,
    before: { 'rule.ts': collection({ rule: BY_POLICY, before: POLICY, after: ' // as agreed' }) },
    after: {
      'rule.ts': collection({ rule: BY_POLICY, before: POLICY, after: ` // as agreed${sign}policy.role = 'viewer'` }),
    },
  })),
  ...[
    ['by its name', `user?.role === briefs.label`, ''],
    ['in a helper', `user?.role === roleOf()`, 'const roleOf = () => briefs.label\n'],
    [
      'under another name',
      `user?.role === roleOf()`,
      'const roleOf = () => { const own = briefs; return own.label }\n',
    ],
  ].map(([what, rule = '', before = '']) => ({
    what: `a rule that reads its own declaration ${what}`,
    before: { 'rule.ts': collection({ rule, before }) },
    after: { 'rule.ts': collection({ rule, before, label: 'Notes' }) },
  })),
  {
    what: 'a rule that reads its own declaration through its own module',
    before: { 'rule.ts': collection({ imports: `import own from './rule.ts'\n`, rule: 'user?.role === own.label' }) },
    after: {
      'rule.ts': collection({
        imports: `import own from './rule.ts'\n`,
        rule: 'user?.role === own.label',
        label: 'Notes',
      }),
    },
  },
  {
    what: 'a comment that the bundler obeys',
    before: {
      'rule.ts': collection({
        rule: BY_POLICY,
        before: `${POLICY}const close = () => { policy.role = 'owner' }\n`,
        after: '\nclose()',
      }),
    },
    after: {
      'rule.ts': collection({
        rule: BY_POLICY,
        before: `${POLICY}const close = () => { policy.role = 'owner' }\n`,
        after: '\n/* @__PURE__ */ close()',
      }),
    },
  },
  ...[
    ['makes text of an object', `' + \`\${policy}\` + '`],
    ['adds an object to text', `' + policy + '`],
    ['compares an object', `' + (policy < 2) + '`],
    ['computes a name of an object', `' + ({ [policy as never]: 'Briefs' }).Briefs + '`],
    ['spreads an object', `' + [...(policy as never)].length + '`],
    ['declares a class', `' + class { static { policy.role = 'viewer' } static label = 'Briefs' }.label + '`],
    ['waits for an object', `' + ((await policy) && 'Briefs') + '`],
  ].map(([what, label]) => ({
    what: `a declaration that ${what} with effects`,
    before: { 'rule.ts': collection({ rule: BY_POLICY, before: COERCED }) },
    after: { 'rule.ts': collection({ rule: BY_POLICY, before: COERCED, label }) },
  })),
  {
    what: 'a declaration of another module under the name of Lintel',
    before: {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "lintel": ["./lib/own.ts"] } } }\n',
      'lib/tsconfig.json': '{}\n',
      'lib/own.ts': `import { defineCollection as declare } from 'lintel'
export { field } from 'lintel'
export const noted = { label: '' }
export const defineCollection = (spec: { label: string }) => {
  noted.label = spec.label
  return declare(spec as never)
}
`,
      'rule.ts': collection({ imports: `import { noted } from './lib/own.ts'\n`, rule: 'user?.role === noted.label' }),
    },
    after: {
      'rule.ts': collection({
        imports: `import { noted } from './lib/own.ts'\n`,
        rule: 'user?.role === noted.label',
        label: 'Notes',
      }),
    },
  },
  {
    what: 'a helper of another module that reads the declaration',
    before: {
      'rule.ts': collection({ imports: `import { roleOf } from './role.ts'\n`, rule: 'user?.role === roleOf()' }),
      'role.ts': `import * as own from './rule.ts'\nexport const roleOf = () => own['default'].label\n`,
    },
    after: {
      'rule.ts': collection({
        imports: `import { roleOf } from './role.ts'\n`,
        rule: 'user?.role === roleOf()',
        label: 'Notes',
      }),
    },
  },
  {
    what: 'a call in the declaration',
    before: {
      'rule.ts': collection({
        rule: BY_POLICY,
        before: `${POLICY}const named = (name: string) => { policy.role = name; return name }\n`,
      }),
    },
    after: {
      'rule.ts': collection({
        rule: BY_POLICY,
        before: `${POLICY}const named = (name: string) => { policy.role = name; return name }\n`,
        label: `' + named('Briefs') + '`,
      }),
    },
  },
  {
    what: 'what a helper of a helper does',
    before: {
      'rule.ts': collection({ imports: `import { isOpen } from './open.ts'\n`, rule: 'isOpen(user)' }),
      'open.ts': `export { isOpen } from './deep/open.ts'\n`,
      'deep/open.ts': 'export const isOpen = (user: unknown) => user !== null\n',
    },
    after: { 'deep/open.ts': 'export const isOpen = (_user: unknown) => true\n' },
  },
  ...[
    ['reads', `label: 'Briefs'`, 'label: policy.open'],
    ['spreads', `label: 'Briefs'`, '...more'],
    ['hands over', 'field.string()', 'field.string(size)'],
  ].map(([what, from = '', to = '']) => ({
    what: `a declaration that ${what} an object with effects`,
    before: { 'rule.ts': collection({ rule: BY_POLICY, before: WITH_EFFECTS }) },
    after: { 'rule.ts': collection({ rule: BY_POLICY, before: WITH_EFFECTS }).replace(from, to) },
  })),
  {
    what: 'a rule that evaluates text',
    before: { 'rule.ts': collection({ rule: `user?.role === eval('bri' + 'efs.label')` }) },
    after: { 'rule.ts': collection({ rule: `user?.role === eval('bri' + 'efs.label')`, label: 'Notes' }) },
  },
]

/** Changes that no rule depends on. */
const HONEST: readonly Deception[] = [
  {
    what: 'SQL that fills a field, and its import',
    before: { 'rule.ts': collection({}) },
    after: {
      'rule.ts': collection({})
        .replace('defineCollection, field }', 'defineCollection, field, sql }')
        .replace(
          'title: field.string()',
          "title: field.string(), short: field.string({ backfill: { sql: sql`'a'`, opens: 'why' } })",
        ),
    },
  },
  {
    what: 'another label',
    before: { 'rule.ts': collection({}) },
    after: { 'rule.ts': collection({ label: 'Notes' }) },
  },
  {
    what: 'another field',
    before: { 'rule.ts': collection({}) },
    after: { 'rule.ts': collection({}).replace('title: field', 'summary: field.text(), title: field') },
  },
  {
    what: 'a comment, and another place',
    before: { 'rule.ts': collection({}) },
    after: { 'rule.ts': collection({ before: '\n\n// Moved down, as agreed.\n' }) },
  },
  {
    what: 'line endings of code and of JSON',
    before: {
      'rule.ts': collection({ imports: `import { open } from './open.ts'\n`, rule: 'open(user)' }),
      'open.ts': `import list from './list.json' with { type: 'json' }\nexport const open = (_: unknown) => list.length > 1\n`,
      'list.json': '[\n1, 2]\n',
    },
    after: {
      'open.ts': `import list from './list.json' with { type: 'json' }\r\nexport const open = (_: unknown) => list.length > 1\r\n`,
      'list.json': '[\r\n1, 2]\r\n',
    },
  },
  {
    what: 'another type',
    before: {
      'rule.ts': collection({ imports: `import type { Kind } from './kind.ts'\nexport type Own = Kind\n` }),
      'kind.ts': `export type Kind = 'a'\n`,
    },
    after: { 'kind.ts': `export type Kind = 'b'\n` },
  },
]

const RULES = [...IN_RULES, ...HONEST]

/** A plugin in a package that calls itself Lintel, whose version stays the same. */
const NAMESAKE = 'namesake/node_modules/namesake'
const namesake = (hook: string) => ({
  [`${NAMESAKE}/package.json`]: packageOf('1.0.0')
    .replace('zap', 'lintel')
    .replace(/, "exports".*}/, ' }'),
  [`${NAMESAKE}/plugin.js`]: `import { definePlugin } from 'lintel'
export default definePlugin({
  name: 'namesake',
  version: '1.0.0',
  http: { hooks: { 'request:start': () => ${hook} } },
})
`,
})

/** Files of all deceptions, each in a folder of its own. */
function filesOf(files: (deception: Deception) => Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const placed = (kind: string, list: readonly Deception[]) =>
    list.flatMap((deception, index) =>
      Object.entries(files(deception)).map(([path, text]) => {
        const link = /^link:(.*)/.exec(path)?.[1]
        const place = `${kind}/${kind}-${index}/${link ?? path}`
        return [link === undefined ? place : `link:${place}`, text.replaceAll('NAME', `${kind}${index}`)] as const
      }),
    )
  return Object.fromEntries([...placed('plugin', IN_PLUGINS), ...placed('way', WAYS), ...placed('rule', RULES)])
}

function config(): string {
  const rules = RULES.map((_, index) => `import rule${index} from './rule/rule-${index}/rule.ts'`)
  const plugins = IN_PLUGINS.map((_, index) => `import plugin${index} from './plugin/plugin-${index}/plugin.ts'`)
  const ways = WAYS.map((_, index) => `import way${index} from './way/way-${index}/plugin.ts'`)
  return `import { defineConfig } from 'lintel'
import namesake from './${NAMESAKE}/plugin.js'
${[...rules, ...plugins, ...ways].join('\n')}

export default defineConfig({
  name: 'site',
  collections: [${RULES.map((_, index) => `rule${index}`)}],
  plugins: [namesake(), ${IN_PLUGINS.map((_, index) => `plugin${index}()`)}, ${WAYS.map((_, index) => `way${index}()`)}],
  environments: { development: {}, server: { host: 'node', domain: 'a.example' } },
})
`
}

let project: TestProject
let messages: readonly string[]

beforeAll(async () => {
  project = makeProject({
    'cms.config.ts': config(),
    ...namesake('undefined'),
    ...filesOf(({ before }) => ({ 'plugin.ts': plugin('NAME'), ...before })),
  })
  const before = await compiled()
  for (const [path, text] of Object.entries(filesOf(({ after }) => after))) {
    if (path.startsWith('link:')) link(path.slice('link:'.length), text)
    else project.write({ [path]: text })
  }
  project.write(namesake('null'))
  messages = changesBetween(before, await compiled())
})
afterAll(() => project.dispose())

async function compiled(): Promise<Compilation> {
  const compilation = await createCompiler(project).compile()
  expect(compilation.diagnostics).toEqual([])
  return compilation
}

function link(path: string, target: string): void {
  const place = join(project.root, path)
  rmSync(place, { recursive: true })
  symlinkSync(target, place)
}

function changesBetween(before: Compilation, after: Compilation): readonly string[] {
  const [base, head] = [before, after].map(({ outputs }) => readLock(outputs.get('cms.lock.json') ?? ''))
  if (!base || !head || !('lock' in base) || !('lock' in head) || !after.manifest) throw new Error('no lock')
  const sources = sourcesOf(after.manifest)
  const review = reviewChanges({ base: base.lock, head: head.lock, migrations: [], backfills: new Map(), sources })
  return changesOf(review).map((change) => `${change.class}: ${change.message}`)
}

describe('a review names as something that opens', () => {
  it.each(IN_PLUGINS.map(({ what }, index) => [what, index] as const))('%s', (_what, index) => {
    expect(messages).toContain(
      `opens: the code of the plugin plugin${index} has changed, and it checks who may call its routes and runs with all rights of the service`,
    )
  })

  it.each(Object.keys(REACHED).map((what, index) => [what, index] as const))(
    'code of a plugin that is reached by %s',
    (_what, index) => {
      expect(messages).toContainEqual(
        expect.stringMatching(
          new RegExp(`^opens: the code of the plugin way${index} has changed, .*runs with all rights of the service$`),
        ),
      )
    },
  )

  it.each(IN_RULES.map(({ what }, index) => [what, index] as const))('%s', (_what, index) => {
    expect(messages).toContain(`opens: the access function for read on rule${index} has changed`)
  })
})

it('a review names other code of a plugin in a package by the name of Lintel', () => {
  expect(messages).toContain(
    'opens: the code of the plugin namesake has changed, although its version is still lintel@1.0.0, and it identifies callers and runs with all rights of the service',
  )
})

describe('a review does not name', () => {
  it.each(HONEST.map(({ what }, index) => [what, index + IN_RULES.length] as const))('%s', (_what, index) => {
    expect(messages.join('\n')).not.toContain(`read on rule${index} `)
  })
})
