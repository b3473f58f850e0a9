import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompiler } from '../../src/compile/index.ts'
import { shareOfRuns } from '../harness/share.ts'
import { makeProject, type TestProject } from './project.ts'

/** Of some six thousand combinations, so that the test takes a few seconds. */
const RUNS = shareOfRuns(150)

let project: TestProject

/** A config with a bit of everything, in which one value is replaced by what `garbage.ts` says. */
const CONFIG = `import { defineCollection, defineConfig, definePlugin, defineRoute, field, secret } from 'lintel'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import { garbage, at } from './garbage.ts'

const posts = defineCollection({
  name: 'posts',
  label: 'Posts',
  drafts: true,
  search: ['title'],
  versions: 5,
  access: { read: 'public', update: ['editor', { roles: ['author'], where: { createdBy: '$user.id' } }], delete: { permission: 'content.delete' } },
  fields: {
    title: field.string({ required: true, max: 10, pattern: 'a' }),
    notes: field.text({ access: { read: ['editor'] } }),
    slug: field.slug({ from: 'title' }),
    kind: field.select({ options: ['a', { value: 'b', label: 'B' }], default: 'a' }),
    parent: field.reference('posts', { onDelete: 'cascade', backfill: { field: 'slug' } }),
    tags: field.references('posts'),
    seo: field.group({ fields: { title: field.string() } }),
    list: field.list({ of: field.number({ min: 1 }) }),
    parts: field.blocks({ of: { quote: { text: field.text() } } }),
  },
  indexes: [['kind', '-createdAt']],
  dropped: { old: 'unused' },
})

export const stats = definePlugin({
  name: 'stats',
  version: '1.0.0',
  dependencies: [],
  settings: z.strictObject({ key: z.string(), limits: z.array(z.int()).optional() }),
  environments: ['development'],
  data: { tables: { visits: sqliteTable('visits', { id: integer('id').primaryKey() }) }, fieldTypes: [] },
  http: {
    routes: {
      show: defineRoute({ method: 'GET', path: '/api/stats', access: ['editor'], cache: { ttl: 5 }, handler: (c) => c.text('') }),
    },
    hooks: { 'content:save': () => {} },
  },
  operations: { secrets: { STATS_KEY: { required: true, description: 'a key' } } },
})

const config = defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [stats({ key: secret('STATS_KEY'), limits: [1] })],
  environments: { development: { domain: 'localhost', vars: { A: '1' }, plugins: { stats: { limits: [2] } } } },
  roles: { reporter: { permissions: ['content.create'] } },
  cors: { origins: ['https://a.example'], maxAge: 5 },
  slowRequests: { '/': 100 },
  auditRetention: 30,
  dropped: { gone: 'unused' },
})

let holder = config as never as Record<string, unknown>
for (const step of at.slice(0, -1)) holder = holder[step] as Record<string, unknown>
const last = at.at(-1)
if (last !== undefined) holder[last] = garbage

export default config
`

const GARBAGE = [
  'undefined',
  'null',
  '0',
  '-1.5',
  'Number.NaN',
  "''",
  "'$'",
  "'__proto__'",
  'true',
  '[]',
  '[null]',
  '{}',
  "{ kind: 'x', options: null }",
  '() => {}',
  "Symbol('x')",
  '10n',
  'new Map()',
  "'('",
  'Object.create(null)',
]

const COLLECTION = [
  'name',
  'label',
  'drafts',
  'search',
  'search.0',
  'versions',
  'access',
  'access.read',
  'access.update',
  'access.update.1',
  'access.update.1.roles',
  'access.update.1.where',
  'access.update.1.where.createdBy',
  'access.delete.permission',
  'fields',
  'indexes',
  'indexes.0',
  'indexes.0.1',
  'dropped',
  'dropped.old',
  'renamedFrom',
  'singleton',
]
const FIELDS = ['title', 'notes', 'slug', 'kind', 'parent', 'tags', 'seo', 'list', 'parts']
const OPTIONS = [
  'required',
  'default',
  'unique',
  'index',
  'hidden',
  'readOnly',
  'label',
  'access',
  'access.read',
  'renamedFrom',
  'backfill',
  'max',
  'min',
  'pattern',
  'from',
  'options',
  'options.0',
  'target',
  'onDelete',
  'fields',
  'fields.title',
  'of',
  'of.quote',
  'of.quote.text',
]
const PLUGIN = [
  'name',
  'version',
  'dependencies',
  'dependencies.0',
  'settings',
  'secrets',
  'secrets.STATS_KEY',
  'tables',
  'tables.visits',
  'routes',
  'routes.show',
  'routes.show.method',
  'routes.show.path',
  'routes.show.access',
  'routes.show.access.0',
  'routes.show.cache',
  'routes.show.input',
  'routes.show.responses',
  'routes.show.handler',
  'hooks',
  'hooks.content:save',
  'fieldTypes',
  'fieldTypes.0',
  'environments',
  'environments.0',
  'middleware',
  'install',
  'essential',
]
const REST = [
  'name',
  'collections',
  'collections.0',
  'plugins',
  'plugins.0',
  'plugins.0.plugin',
  'plugins.0.settings',
  'plugins.0.settings.key',
  'plugins.0.settings.key.$secret',
  'plugins.0.settings.limits',
  'environments',
  'environments.development',
  'environments.development.domain',
  'environments.development.vars',
  'environments.development.vars.A',
  'environments.development.plugins',
  'environments.development.plugins.stats',
  'environments.development.plugins.stats.limits',
  'environments.development.migrations',
  'roles',
  'roles.reporter',
  'roles.reporter.permissions',
  'roles.reporter.permissions.0',
  'cors',
  'cors.origins',
  'cors.origins.0',
  'slowRequests',
  'slowRequests./',
  'auditRetention',
  'dropped',
  'dropped.gone',
]

/** Every place in the config, as the way to it. */
const PLACES = [
  ...COLLECTION.map((path) => `collections.0.${path}`),
  ...FIELDS.map((name) => `collections.0.fields.${name}`),
  ...FIELDS.flatMap((name) =>
    ['kind', 'options', ...OPTIONS.map((option) => `options.${option}`)].map(
      (path) => `collections.0.fields.${name}.${path}`,
    ),
  ),
  ...PLUGIN.map((path) => `plugins.0.plugin.${path}`),
  ...REST,
]

beforeAll(() => {
  project = makeProject({
    'cms.config.ts': CONFIG,
    'garbage.ts': 'export const at: string[] = []\nexport const garbage = 0\n',
  })
})
afterAll(() => project.dispose())

it('whatever stands in a config, the compiler says something sensible or compiles it', async () => {
  const compiler = createCompiler(project)
  expect((await compiler.compile()).diagnostics).toEqual([])
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PLACES), fc.constantFrom(...GARBAGE), async (place, garbage) => {
      const at = JSON.stringify(place.split('.'))
      project.write({ 'garbage.ts': `export const at: string[] = ${at}\nexport const garbage: unknown = ${garbage}\n` })
      const { diagnostics, manifest } = await compiler.compile()
      // Where the way to the place ends early, the config itself throws, and that is said too.
      const codes = diagnostics.map(({ code, message }) => `${code}: ${message}`)
      expect(codes.filter((code) => code.startsWith('compiler-failed'))).toEqual([])
      expect(manifest === null).toBe(diagnostics.some(({ severity }) => severity === 'error'))
    }),
    { numRuns: RUNS, seed: 20_261_120, endOnFailure: true },
  )
})
