import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { post } from './ask.ts'
import { copyRows } from './copy-rows.ts'
import { ACCOUNT, type Peer, type Row, SECRET, TOKEN_LIFETIME } from './peer.ts'
import { runNode } from './processes.ts'

/** Root of this repository, since the benchmark runs in another folder. */
const REPOSITORY = resolve(import.meta.dirname, '../../..')

/** Description of the settings that are the same on both hosts. */
export const SETTINGS =
  'Only `core-auth`, so no cache. No drafts. An index on category and views, in addition to those on single fields. Lists without a ' +
  'total (`count=none`). An access token of `/api/auth/login`.'

/** Environment variables of the service, on both hosts. */
export const ENV = {
  ENVIRONMENT: 'production',
  ADMIN_EMAIL: ACCOUNT.email,
  ADMIN_PASSWORD: ACCOUNT.password,
  JWT_SECRET: SECRET,
}

/** The project and its requests, on both hosts. */
export const lintel = {
  files: {
    'package.json': '{ "type": "module" }\n',
    'cms.config.ts': `import { defineConfig } from 'lintel'
import coreAuth from 'lintel/plugins/core-auth'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'benchmark',
  collections: [posts],
  plugins: [coreAuth({ tokenExpiration: ${TOKEN_LIFETIME} })],
  environments: { development: {}, production: { domain: 'cms.example.com', migrations: 'apply' } },
})
`,
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  search: ['title', 'body'],
  fields: {
    title: field.string({ required: true, max: 200 }),
    slug: field.slug({ unique: true }),
    body: field.text(),
    category: field.string({ max: 100 }),
    views: field.number({ integer: true }),
  },
  indexes: [['category', '-views']],
})
`,
    'src/worker.ts': `import { createWorker } from 'lintel/runtime'
import { program } from '../.cms/program.ts'

export default createWorker(program)
`,
  },
  async prepare(folder) {
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
    await runNode(folder, [join(REPOSITORY, 'src/cli/cms.js'), 'build'], {})
  },
  health: '/api/health',
  async signIn(url) {
    const { token } = (await post(url, '/api/auth/login', ACCOUNT)) as { token: string } // as in docs/authentication.md
    return { Authorization: `Bearer ${token}` }
  },
  fill(database) {
    // Versions refer to documents only by id, so each table is filled from its own first row.
    const id = `printf('%08x-%04x-7000-8000-%012x', post.at >> 16, post.at & 65535, post.n)`
    copyRows(database, 'content_versions', {
      document_id: id,
      data: `json_set(template.data, '$.id', ${id}, '$.title', post.title, '$.slug', post.slug, '$.body', post.body,
        '$.category', post.category, '$.views', post.views)`,
      created_at: 'post.at',
    })
    copyRows(database, 'posts', {
      id,
      title: 'post.title',
      slug: 'post.slug',
      body: 'post.body',
      category: 'post.category',
      views: 'post.views',
      created_at: 'post.at',
      updated_at: 'post.at',
      published_at: 'post.at',
    })
  },
  declaredIndexes: ['posts__category__views_desc__idx'],
  table: { name: 'posts', id: 'id' },
  requests: {
    newest: '/api/posts?sort=-createdAt&limit=20&count=none',
    filtered: (category) => `/api/posts?category=${category}&sort=-views&limit=20&count=none`,
    search: (word) => `/api/posts?q=${word}&limit=20&count=none`,
    byId: (id) => `/api/posts/${id}`,
    create: { path: '/api/posts', status: 201, body: (made) => made },
    rowsOf: (answer) => (answer as { data: Row[] }).data, // CASES check the responses
    rowOf: (answer) => (answer as { data: Row }).data, // as above
  },
} satisfies Partial<Peer>
