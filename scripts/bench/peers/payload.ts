import { post } from './ask.ts'
import { copyRows, ISO_TIME } from './copy-rows.ts'
import { ACCOUNT, type Peer, type Row, SECRET, TOKEN_LIFETIME } from './peer.ts'
import { runNode } from './processes.ts'

const ENV = { PAYLOAD_SECRET: SECRET, NEXT_TELEMETRY_DISABLED: '1' }
const LIST = 'depth=0&limit=20&pagination=false'
const VERSION = '3.90.2'

export const payload: Peer = {
  name: 'Payload',
  version: VERSION,
  settings:
    'Next 16.4, `next start`. No versions. WAL. Indexes of fields, and a compound one of category and views. Lists ' +
    'without a total (`pagination=false`) and without relations (`depth=0`). Full text is `like` on the body: the ' +
    'core has no index of words. A token of `/api/users/login`.',
  packages: {
    type: 'module',
    dependencies: {
      payload: VERSION,
      '@payloadcms/next': VERSION,
      '@payloadcms/db-sqlite': VERSION,
      '@payloadcms/richtext-lexical': VERSION,
      next: '16.4.6',
      react: '19.3.1',
      'react-dom': '19.3.1',
      graphql: '16.15.0',
      typescript: '5.9.3',
    },
  },
  files: {
    'payload.config.ts': `import path from 'node:path'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { buildConfig } from 'payload'

const access = ({ req }) => Boolean(req.user)

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET ?? '',
  telemetry: false,
  admin: { user: 'users' },
  collections: [
    { slug: 'users', auth: { tokenExpiration: ${TOKEN_LIFETIME} }, fields: [] },
    {
      slug: 'posts',
      access: { read: access, create: access },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'slug', type: 'text', unique: true, index: true },
        { name: 'body', type: 'textarea' },
        { name: 'category', type: 'text', index: true },
        { name: 'views', type: 'number', index: true },
      ],
      indexes: [{ fields: ['category', 'views'] }],
    },
  ],
  db: sqliteAdapter({ client: { url: 'file:' + path.resolve('data.db') }, push: false, wal: true }),
  typescript: { autoGenerate: false },
})
`,
    'next.config.mjs': `import { withPayload } from '@payloadcms/next/withPayload'

export default withPayload({ typescript: { ignoreBuildErrors: true }, compress: false })
`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'preserve',
        skipLibCheck: true,
        esModuleInterop: true,
        paths: { '@payload-config': ['./payload.config.ts'] },
        plugins: [{ name: 'next' }],
      },
      include: ['**/*.ts', '**/*.tsx'],
      exclude: ['node_modules'],
    }),
    'app/(payload)/layout.tsx': `import config from '@payload-config'
import '@payloadcms/next/css'
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts'
import { importMap } from './admin/importMap.js'

async function serverFunction(args) {
  'use server'
  return handleServerFunctions({ ...args, config, importMap })
}

export default function Layout({ children }) {
  return <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>{children}</RootLayout>
}
`,
    'app/(payload)/admin/importMap.js': 'export const importMap = {}\n',
    'app/(payload)/admin/[[...segments]]/page.tsx': `import config from '@payload-config'
import { generatePageMetadata, RootPage } from '@payloadcms/next/views'
import { importMap } from '../importMap.js'

export const generateMetadata = ({ params, searchParams }) => generatePageMetadata({ config, params, searchParams })

export default function Page({ params, searchParams }) {
  return RootPage({ config, importMap, params, searchParams })
}
`,
    'app/(payload)/api/[...slug]/route.ts': `import config from '@payload-config'
import { REST_GET, REST_POST } from '@payloadcms/next/routes'

export const GET = REST_GET(config)
export const POST = REST_POST(config)
`,
  },
  async prepare(folder) {
    await runNode(folder, ['node_modules/payload/bin.js', 'migrate:create', 'initial'], ENV)
    await runNode(folder, ['node_modules/payload/bin.js', 'migrate'], ENV)
    await runNode(folder, ['node_modules/next/dist/bin/next', 'build'], ENV)
  },
  server: {
    args: (port) => ['node_modules/next/dist/bin/next', 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    env: () => ENV,
  },
  health: '/api/access',
  database: () => 'data.db',
  async signIn(url) {
    await post(url, '/api/users/first-register', ACCOUNT)
    const { token } = (await post(url, '/api/users/login', ACCOUNT)) as { token: string } // as Payload documents it
    return { Authorization: `JWT ${token}` }
  },
  fill: (database) =>
    copyRows(database, 'posts', {
      id: 'post.n + 1',
      title: 'post.title',
      slug: 'post.slug',
      body: 'post.body',
      category: 'post.category',
      views: 'post.views',
      created_at: ISO_TIME,
      updated_at: ISO_TIME,
    }),
  declaredIndexes: ['posts_category_idx', 'posts_views_idx', 'category_views_idx'],
  table: { name: 'posts', id: 'id' },
  requests: {
    newest: `/api/posts?sort=-createdAt&${LIST}`,
    filtered: (category) => `/api/posts?where%5Bcategory%5D%5Bequals%5D=${category}&sort=-views&${LIST}`,
    search: (word) => `/api/posts?where%5Bbody%5D%5Blike%5D=${word}&${LIST}`,
    byId: (id) => `/api/posts/${id}?depth=0`,
    create: { path: '/api/posts?depth=0', status: 201, body: (made) => made },
    rowsOf: (answer) => (answer as { docs: Row[] }).docs, // CASES check the responses
    rowOf: (answer) => (answer as { doc?: Row }).doc ?? (answer as Row), // as above; `create` has it in `doc`
  },
}
