/** Everything that a config can say, each list in an order that is not the sorted one, beside what says nothing. */
export const WHOLE_PROJECT = {
  'cms.config.ts': `import { defineConfig, secret } from 'lintel'
import bare from './collections/bare.ts'
import full from './collections/full.ts'
import papers from './collections/papers.ts'
import tales from './collections/tales.ts'
import letters from './plugins/letters/plugin.ts'
import albums from './plugins/albums/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [tales, papers, full, bare],
  plugins: [letters({ retries: 3, apiKey: secret('LETTERS_KEY') }), albums({})],
  roles: {
    writer: { permissions: ['letters.write', 'content.edit', 'content.edit'] },
    archivist: { permissions: ['content.delete'] },
  },
  cors: { origins: ['https://www.example.com', 'https://app.example.com'] },
  slowRequests: { '/images': 5000, '/': 2000, '/api': 500 },
  environments: {
    production: {
      domain: 'cms.example.com',
      migrations: 'off',
      serverTiming: 'off',
      vars: { ZONE: 'a', AREA: 'b', FEATURE_DARK_MODE: 'x' },
      features: { darkMode: true, betaSearch: false },
      cdnDomain: 'cdn.example.com',
      imagesAccountId: 'account',
      plugins: { letters: { retries: 5, color: 'red' } },
    },
    development: {},
    preview: {},
  },
})
`,
  'collections/bare.ts': `import { defineCollection, field } from 'lintel'
import { shared } from './shared.ts'

export default defineCollection({
  name: 'bare',
  cache: { ttl: 60, staleWhileRevalidate: 600 },
  fields: { amount: field.number(), shared },
})
`,
  'collections/full.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'full',
  label: 'Everything',
  description: 'What a collection can say.',
  drafts: true,
  search: ['subject'],
  versions: 7,
  preview: 'https://www.example.com/full/{slug}?token={token}',
  indexes: [['author', '-createdAt']],
  access: {
    read: ['writer', { roles: ['viewer'], where: { subject: 'open', createdBy: '$user.id' } }],
    create: 'authenticated',
    update: { permission: 'letters.write' },
    delete: ({ user }) => user?.role === 'archivist',
  },
  fields: {
    note: field.string({
      hidden: true,
      required: true,
    }),
    code: field.string({ pattern: /^[a-z]+$/, unique: true, index: false }),
    subject: field.string({ required: true, min: 2, max: 200, help: 'Short.', label: 'Headline' }),
    body: field.text({ access: { read: ['writer'], write: 'nobody' } }),
    slug: field.slug({ from: 'subject' }),
    kind: field.select({ options: [{ value: 'b', label: 'B' }, 'a'], default: 'b' }),
    serial: field.number({ readOnly: true }),
    author: field.reference('users'),
    owner: field.reference('bare', { required: true }),
    heir: field.reference('bare', { required: true, onDelete: 'cascade' }),
    friends: field.references('bare'),
    place: field.group({ fields: { town: field.string({ max: 9, default: 'here' }), zip: field.string() } }),
    parts: field.blocks({ of: { quote: { text: field.text({ max: 100 }) }, line: { at: field.number() } } }),
    tags: field.list({ of: field.string({ max: 30 }) }),
  },
})
`,
  'collections/papers.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({ name: 'papers', fields: { title: field.string() } })
`,
  'collections/shared.ts': `import { field } from 'lintel'

export const shared = field.string({ max: 10 })
`,
  'collections/tales.ts': `import { defineCollection, field } from 'lintel'

const told = () => field.string({ default: 'once' })

export default defineCollection({
  name: 'tales',
  fields: { a: told(), b: told(), c: told(), d: told(), e: told(), f: told() },
})
`,
  'plugins/albums/plugin.ts': `import { definePlugin } from 'lintel'

export default definePlugin({ name: 'albums', version: '0.1.0', environments: ['production', 'development'], dependencies: ['letters', 'core-tables'] })
`,
  'plugins/letters/plugin.ts': `import { definePlugin, defineRoute } from 'lintel'
import { desc, sql } from 'drizzle-orm'
import { blob, index, integer, numeric, primaryKey, real, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'

const handler = () => new Response('')
const users = sqliteTable('users', { id: text().primaryKey() })
const stamps = sqliteTable(
  'stamps',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    owner: text().references(() => users.id),
    country: text().notNull().default('ours'),
    price: real().default(1.5),
    weight: numeric(),
    picture: blob(),
    used: integer({ mode: 'boolean' }).notNull().default(false),
    madeAt: integer('made_at').default(sql\`(unixepoch())\`),
    label: text().generatedAlwaysAs(sql\`country || price\`, { mode: 'stored' }),
    short: text().generatedAlwaysAs(() => sql\`substr(country, 1, 2)\`),
    number: text().unique(),
  },
  (table) => [
    unique().on(table.owner, table.number),
    uniqueIndex('stamps_used').on(table.owner).where(sql\`used = 1\`),
    index('stamps_price').on(desc(table.price), sql\`lower(country)\`),
  ],
)
const sheets = sqliteTable('sheets', { page: integer(), row: integer() }, (table) => [
  primaryKey({ columns: [table.page, table.row] }),
])
const letters = sqliteTable(
  'letters',
  { id: text().primaryKey(), from: text().notNull().references(() => users.id), collection: text(), secret: text() },
  (table) => [index('letters_from').on(table.from)],
)
const settings = z.strictObject({
  retries: z.int().default(1),
  apiKey: z.string().optional(),
  color: z.enum(['red', 'green']).default('green'),
})

export default definePlugin({
  name: 'letters',
  version: '1.0.0',
  description: 'Letters to people.',
  essential: true,
  environments: ['production', 'development'],
  settings,
  services: { letterbox: () => ({}), envelope: () => ({}) },
  data: {
    tables: { stamps, letters, sheets },
    secretColumns: { stamps: ['owner', 'number'], letters: ['secret'] },
    collectionColumns: { letters: ['collection'] },
    accountColumns: { stamps: ['owner'], letters: ['from'] },
    targets: { stamps: { schema: z.object({}), read: async () => new Map(), shows: { stamps: ['number', 'country'] } } },
    accessTables: ['stamps', 'letters'],
    integrity: [{ problem: 'letters.lost', sql: 'SELECT id FROM letters WHERE secret IS NULL' }],
  },
  http: {
    routes: {
      write: defineRoute({ method: 'POST', path: '/api/letters', access: { permission: 'letters.write' }, handler }),
      all: defineRoute({ method: 'GET', path: '/api/letters', access: 'public', cache: { ttl: 30 }, handler }),
      first: defineRoute({ method: 'GET', path: '/api/a-letter', access: ['viewer', 'editor'], handler }),
    },
    hooks: { 'content:save': () => {}, 'content:delete': () => {} },
    middleware: [async (_c, next) => next()],
  },
  admin: {
    pages: {
      stamps: { path: '/admin/stamps', label: 'Stamps', icon: 'mail', group: 'content', order: 7, access: ['editor'] },
      letters: { path: '/admin/letters', label: 'Letters', access: ['admin'] },
    },
    documentPanels: {
      stamps: { label: 'Stamps', place: 'side', order: 7, access: ['editor'], render: () => null },
      letters: { label: 'Letters', place: 'below', access: 'authenticated', render: () => null },
    },
    dashboardSections: { post: { label: 'Post', order: 3, access: ['editor'], render: () => null } },
  },
  operations: {
    opens: { retries: 'more', color: 'other' },
    optionalSecrets: (environment, { retries }) =>
      environment === 'production' && retries === 5 ? ['STAMP_KEY', 'LETTERS_SALT'] : [],
    secrets: {
      STAMP_KEY: { description: 'Signs stamps.' },
      LETTERS_SALT: { required: true, generate: true, description: 'Salt.' },
    },
    cron: { sweep: { everyMinutes: 30, run: async () => {} }, count: { everyMinutes: 5, run: async () => {} } },
    queues: { post: { run: async () => {} }, fetch: { run: async () => {} } },
  },
})
`,
}
