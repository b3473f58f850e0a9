import { copyRows } from './copy-rows.ts'
import { ACCOUNT, type Peer, type Row, SECRET } from './peer.ts'
import { runNode } from './processes.ts'

const VERSION = '12.4.0'
const CLI = 'node_modules/directus/cli.js'
const TOKEN = 'benchmark-token-benchmark-token'

const env = (port: number) => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DB_CLIENT: 'sqlite3',
  DB_FILENAME: './data.db',
  SECRET,
  ADMIN_EMAIL: ACCOUNT.email,
  ADMIN_PASSWORD: ACCOUNT.password,
  ADMIN_TOKEN: TOKEN,
  TELEMETRY: 'false',
  LOG_STYLE: 'raw',
  CACHE_ENABLED: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
})

const indexed = { is_indexed: true }

export const directus: Peer = {
  name: 'Directus',
  version: VERSION,
  settings:
    'sqlite3 6.0.1, compiled here; isolated-vm 7.0.1 in place of 5, which has no binary for Node 24. Indexes of ' +
    'single fields: it supports none over two. Its cache is off, and so is the limiter that responds with 503 under ' +
    'load. Full text is `search`, a `LIKE` on every text. By default it writes an activity and a revision for each create. A static ' +
    'token of the administrator.',
  packages: {
    dependencies: { directus: VERSION, sqlite3: '6.0.1' },
    overrides: { 'isolated-vm': '7.0.1' },
    compiled: ['sqlite3'],
  },
  files: { 'uploads/.keep': '', 'extensions/.keep': '' },
  async prepare(folder) {
    await runNode(folder, [CLI, 'bootstrap'], env(8055))
  },
  server: { args: () => [CLI, 'start'], env },
  health: '/server/ping',
  database: () => 'data.db',
  signIn: async () => ({ Authorization: `Bearer ${TOKEN}` }),
  async makeSchema(ask) {
    await ask('POST', '/collections', {
      collection: 'posts',
      schema: {},
      meta: {},
      fields: [
        { field: 'id', type: 'uuid', meta: { special: ['uuid'] }, schema: { is_primary_key: true, length: 36 } },
        { field: 'created', type: 'timestamp', meta: { special: ['date-created'] }, schema: indexed },
        { field: 'title', type: 'string', schema: { is_nullable: false } },
        { field: 'slug', type: 'string', schema: { is_unique: true } },
        { field: 'body', type: 'text', schema: {} },
        { field: 'category', type: 'string', schema: indexed },
        { field: 'views', type: 'integer', schema: indexed },
      ],
    })
  },
  fill: (database) =>
    copyRows(database, 'posts', {
      id: `printf('%08x-0000-4000-8000-%012x', post.n, post.n)`,
      created: 'post.at',
      title: 'post.title',
      slug: 'post.slug',
      body: 'post.body',
      category: 'post.category',
      views: 'post.views',
    }),
  declaredIndexes: ['posts_category_index', 'posts_views_index'],
  table: { name: 'posts', id: 'id' },
  requests: {
    newest: '/items/posts?sort=-created&limit=20',
    filtered: (category) => `/items/posts?filter%5Bcategory%5D%5B_eq%5D=${category}&sort=-views&limit=20`,
    search: (word) => `/items/posts?search=${word}&limit=20`,
    byId: (id) => `/items/posts/${id}`,
    create: { path: '/items/posts', status: 200, body: (made) => made },
    rowsOf: (answer) => (answer as { data: Row[] }).data, // CASES check the responses
    rowOf: (answer) => (answer as { data: Row }).data, // as above
  },
}
