import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyRows } from './copy-rows.ts'
import { type Peer, type Row, SECRET } from './peer.ts'
import { runNode } from './processes.ts'

const VERSION = '5.54.0'
const CLI = 'node_modules/@strapi/strapi/bin/strapi.js'
const PRODUCTION = { NODE_ENV: 'production' }
const LIST = 'pagination%5BpageSize%5D=20&pagination%5BwithCount%5D=false'

const core = (maker: string) => `const { factories } = require('@strapi/strapi')

module.exports = factories.${maker}('api::post.post')
`

export const strapi: Peer = {
  name: 'Strapi',
  version: VERSION,
  settings:
    'better-sqlite3 13.2.0, which has binaries for Node 24. `draftAndPublish: false`. Indexes of the content type: ' +
    'time of creation, slug, category and views. Lists without a total (`withCount=false`). Full text is `_q`, a ' +
    '`LIKE` on every text. A full-access API token.',
  packages: {
    dependencies: {
      '@strapi/strapi': VERSION,
      'better-sqlite3': '13.2.0',
      react: '18.3.1',
      'react-dom': '18.3.1',
      'react-router-dom': '6.30.3',
      'styled-components': '6.1.19',
    },
  },
  files: {
    'public/uploads/.keep': '',
    'config/server.js': `module.exports = ({ env }) => ({ host: '127.0.0.1', port: env.int('PORT'), app: { keys: ['${SECRET}'] } })\n`,
    'config/admin.js': `module.exports = {
  auth: { secret: '${SECRET}' },
  apiToken: { salt: '${SECRET}' },
  transfer: { token: { salt: '${SECRET}' } },
  secrets: { encryptionKey: '${SECRET}' },
}
`,
    'config/database.js': `const path = require('node:path')

module.exports = {
  connection: { client: 'sqlite', connection: { filename: path.resolve('data.db') }, useNullAsDefault: true },
}
`,
    'config/middlewares.js': `module.exports = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public']
  .map((name) => 'strapi::' + name)
`,
    'src/index.js': `const { existsSync, writeFileSync } = require('node:fs')

module.exports = {
  async bootstrap({ strapi }) {
    if (existsSync('token')) return
    const token = { name: 'benchmark', type: 'full-access', lifespan: null }
    writeFileSync('token', (await strapi.service('admin::api-token').create(token)).accessKey)
  },
}
`,
    'src/api/post/controllers/post.js': core('createCoreController'),
    'src/api/post/routes/post.js': core('createCoreRouter'),
    'src/api/post/services/post.js': core('createCoreService'),
    'src/api/post/content-types/post/schema.json': JSON.stringify({
      kind: 'collectionType',
      collectionName: 'posts',
      info: { singularName: 'post', pluralName: 'posts', displayName: 'Post' },
      options: { draftAndPublish: false },
      indexes: [
        { name: 'posts_category_views', columns: ['category', 'views'] },
        { name: 'posts_created_at', columns: ['created_at'] },
        { name: 'posts_slug', columns: ['slug'] },
      ],
      attributes: {
        title: { type: 'string', required: true },
        slug: { type: 'string', unique: true },
        body: { type: 'text' },
        category: { type: 'string' },
        views: { type: 'integer' },
      },
    }),
  },
  async prepare(folder) {
    await runNode(folder, [CLI, 'build'], PRODUCTION)
  },
  server: { args: () => [CLI, 'start'], env: (port) => ({ ...PRODUCTION, PORT: String(port) }) },
  health: '/admin/init',
  database: () => 'data.db',
  signIn: async (_url, folder) => ({ Authorization: `Bearer ${readFileSync(join(folder, 'token'), 'utf8')}` }),
  fill: (database) =>
    copyRows(database, 'posts', {
      id: 'post.n + 1',
      document_id: `printf('p%023d', post.n)`,
      title: 'post.title',
      slug: 'post.slug',
      body: 'post.body',
      category: 'post.category',
      views: 'post.views',
      created_at: 'post.at',
      updated_at: 'post.at',
      published_at: 'post.at',
    }),
  declaredIndexes: ['posts_category_views'],
  table: { name: 'posts', id: 'document_id' },
  requests: {
    newest: `/api/posts?sort=createdAt:desc&${LIST}`,
    filtered: (category) => `/api/posts?filters%5Bcategory%5D%5B%24eq%5D=${category}&sort=views:desc&${LIST}`,
    search: (word) => `/api/posts?_q=${word}&${LIST}`,
    byId: (id) => `/api/posts/${id}`,
    create: { path: '/api/posts', status: 201, body: (made) => ({ data: made }) },
    rowsOf: (answer) => (answer as { data: Document[] }).data.map(rowOf), // CASES check the responses
    rowOf: (answer) => rowOf((answer as { data: Document }).data), // as above
  },
}

interface Document extends Row {
  readonly documentId: string
}

function rowOf(document: Document): Row {
  return { ...document, id: document.documentId }
}
