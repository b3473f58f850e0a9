import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyRows, ISO_TIME } from './copy-rows.ts'
import { ACCOUNT, type Peer, type Row } from './peer.ts'
import { runNode } from './processes.ts'

const VERSION = '0.32.0'
const ADMIN_ROLE = 50
const TIPTAP = '3.34.0'

const field = (slug: string, type: string, more: object = {}) => ({ slug, label: slug, type, ...more })

export const emdash: Peer = {
  name: 'EmDash',
  version: VERSION,
  settings:
    'Astro 7.3 with its Node adapter, standalone. better-sqlite3 13.2.0 in place of 12, which has no binary for Node ' +
    '24, and one version of Tiptap. Its API cannot sort or filter by custom fields, so the filtered list ' +
    'is `getEmDashCollection` in a route of the site. The category is called `section`, since EmDash has ' +
    'a taxonomy named `category`. It declares no indexes of fields. Lists of its API always include the total. ' +
    '`create` makes a draft, as its API does. Full text is its index of words. A personal access token with every scope.',
  packages: {
    type: 'module',
    dependencies: {
      emdash: VERSION,
      astro: '7.3.4',
      '@astrojs/node': '11.1.6',
      '@astrojs/react': '7.0.0',
      react: '19.3.1',
      'react-dom': '19.3.1',
      'better-sqlite3': '13.2.0',
    },
    overrides: {
      'better-sqlite3': '13.2.0',
      '@tiptap/core': TIPTAP,
      '@tiptap/pm': TIPTAP,
      '@tiptap/react': TIPTAP,
    },
  },
  files: {
    'astro.config.mjs': `import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import emdash, { local } from 'emdash/astro'
import { sqlite } from 'emdash/db'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [
    react(),
    emdash({
      database: sqlite({ url: 'file:./data.db' }),
      storage: local({ directory: './uploads', baseUrl: '/_emdash/api/media/file' }),
    }),
  ],
  devToolbar: { enabled: false },
})
`,
    'src/live.config.ts': `import { defineLiveCollection } from 'astro:content'
import { emdashLoader } from 'emdash/runtime'

export const collections = { _emdash: defineLiveCollection({ loader: emdashLoader() }) }
`,
    'src/pages/index.astro': '<p>Benchmark</p>\n',
    'src/pages/filtered.ts': `import { getEmDashCollection } from 'emdash'

export const prerender = false

export async function GET({ url }) {
  const { entries, error } = await getEmDashCollection('posts', {
    status: 'published',
    where: { section: url.searchParams.get('category') ?? '' },
    orderBy: { views: 'desc' },
    limit: 20,
  })
  if (error) throw error
  return Response.json(entries.map(({ id, data }) => ({ ...data, id })))
}
`,
    '.emdash/seed.json': JSON.stringify({
      version: '1',
      settings: { title: 'Benchmark' },
      collections: [
        {
          slug: 'posts',
          label: 'Posts',
          supports: ['drafts', 'search'],
          fields: [
            field('title', 'string', { required: true, searchable: true }),
            field('body', 'text', { searchable: true }),
            field('section', 'string'),
            field('views', 'integer'),
          ],
        },
      ],
    }),
  },
  async prepare(folder) {
    const telemetry = { ASTRO_TELEMETRY_DISABLED: '1' }
    await runNode(folder, ['node_modules/emdash/dist/cli/index.mjs', 'seed'], telemetry)
    await runNode(folder, ['node_modules/astro/bin/astro.mjs', 'build'], telemetry)
    writeToken(folder)
  },
  server: {
    args: () => ['dist/server/entry.mjs'],
    env: (port) => ({ HOST: '127.0.0.1', PORT: String(port), NODE_ENV: 'production' }),
  },
  health: '/',
  database: () => 'data.db',
  signIn: async (_url, folder) => ({ Authorization: `Bearer ${readFileSync(join(folder, 'token'), 'utf8')}` }),
  async publish(ask, id) {
    await ask('POST', `/_emdash/api/content/posts/${id}/publish`, {})
  },
  fill: (database) =>
    copyRows(database, 'ec_posts', {
      id: `printf('01%024d', post.n)`,
      translation_group: `printf('01%024d', post.n)`,
      slug: 'post.slug',
      title: 'post.title',
      body: 'post.body',
      section: 'post.category',
      views: 'post.views',
      created_at: ISO_TIME,
      updated_at: ISO_TIME,
      published_at: ISO_TIME,
    }),
  declaredIndexes: [],
  table: { name: 'ec_posts', id: 'id' },
  requests: {
    newest: '/_emdash/api/content/posts?orderBy=createdAt&order=desc&limit=20',
    filtered: (category) => `/filtered?category=${category}`,
    search: (word) => `/_emdash/api/search?q=${word}&collections=posts&limit=20`,
    byId: (id) => `/_emdash/api/content/posts/${id}`,
    create: {
      path: '/_emdash/api/content/posts',
      status: 201,
      body: ({ slug, category, ...data }) => ({ slug, data: { ...data, section: category } }),
    },
    rowsOf: (answer) => (answer as { data: { items: Item[] } }).data.items.map(rowOf), // CASES check the responses
    filteredRowsOf: (answer) => answer as Row[], // as above
    rowOf: (answer) => rowOf((answer as { data: { item: Item } }).data.item), // as above
  },
}

/** Entry of a list, or result of a search. */
interface Item {
  readonly id: string
  readonly title?: string
  readonly data?: { readonly title: string }
}

function rowOf({ id, title, data }: Item): Row {
  return { ...data, id, title: data?.title ?? title ?? '' }
}

/**
 * Writes an administrator and a token for that account into the database, in the format of EmDash, because signing in
 * needs a passkey.
 */
function writeToken(folder: string): void {
  const token = `ec_pat_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(token).digest('base64url')
  const database = new DatabaseSync(join(folder, 'data.db'))
  database
    .prepare('INSERT INTO users (id, email, name, role, email_verified) VALUES (?, ?, ?, ?, 1)')
    .run('01BENCHMARKUSER00000000000', ACCOUNT.email, 'Benchmark', ADMIN_ROLE)
  database
    .prepare('INSERT INTO _emdash_api_tokens (id, name, token_hash, prefix, user_id, scopes) VALUES (?, ?, ?, ?, ?, ?)')
    .run('01BENCHMARKTOKEN0000000000', 'benchmark', hash, token.slice(0, 11), '01BENCHMARKUSER00000000000', '["admin"]')
  database.close()
  writeFileSync(join(folder, 'token'), token)
}
