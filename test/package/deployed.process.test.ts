import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routeTable } from '../../src/manifest/endpoints.ts'
import type { Manifest, ManifestRoute } from '../../src/manifest/index.ts'
import { type Contract, createContract } from '../compile/openapi/contract.ts'
import { readManifest } from '../harness/manifest.ts'
import type { Answer } from '../harness/service.ts'
import { quarters } from '../plugins/core-media/pictures.ts'
import {
  type Bundle,
  type BundledWorker,
  bundleByWrangler,
  deployedModules,
  runBundle,
  sourcesOfDeployed,
} from './bundled-worker.ts'
import { type InstalledProject, installProject, shippedPlugins } from './installed-project.ts'

const EMAIL = 'owner@example.com'
const PASSWORD = 'correct horse battery'
const VARS = {
  JWT_SECRET: 'a secret of the tests that is long enough for HS256',
  ADMIN_EMAIL: EMAIL,
  ADMIN_PASSWORD: PASSWORD,
  RESEND_API_KEY: 're_test',
}

/** Settings that plugins require; nothing listens at these addresses. */
const SETTINGS: Readonly<Record<string, string>> = {
  email: `{ apiKey: secret('RESEND_API_KEY'), baseUrl: 'http://localhost:9', fromEmail: 'desk@example.com', fromName: 'Desk' }`,
  opentelemetry: `{ endpoint: 'http://localhost:9' }`,
  'seed-data-plugin': '{ enabled: true }',
}

function configOf(plugins: readonly string[]): string {
  const calls = plugins.map((name, index) => `plugin${index}(${SETTINGS[name] ?? ''})`)
  return `import { defineConfig, secret } from 'lintel'
${plugins.map((name, index) => `import plugin${index} from 'lintel/plugins/${name}'`).join('\n')}
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [${calls.join(', ')}],
  environments: { development: { mcp: true }, production: { domain: 'cms.example.com', mcp: true } },
})
`
}

let project: InstalledProject
let bundle: Bundle
/** Output of `cms deploy`. */
let deployed: string
let manifest: Manifest

async function build(): Promise<void> {
  const { code, stderr } = await project.run('build')
  if (code !== 0) throw new Error(stderr)
}

beforeAll(async () => {
  project = await installProject()
  project.write('cms.config.ts', configOf(shippedPlugins(project)))
  await build()
  manifest = readManifest(project.read('.cms/manifest.json'))
  const wrangler = project.read('wrangler.toml')
  project.write(
    'wrangler.toml',
    wrangler.replace('database_name = "site-production"', '$&\ndatabase_id = "production"'),
  )
  await build()
  const { code, stdout, stderr } = await project.run('deploy', '--env', 'production', '--dry-run')
  if (code !== 0) throw new Error(stderr)
  deployed = stdout
  bundle = deployedModules(project.root)
})
afterAll(() => project?.remove())

test('every page says by itself how it is compiled, since bundlers read no tsconfig for what is installed', () => {
  expect([...bundle.keys()].filter((path) => path.endsWith('.wasm')).length).toBeGreaterThan(0)
  const scripts = [...bundle].filter(([path]) => path.endsWith('.js')).map(([, contents]) => contents.toString('utf8'))
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.flatMap((text) => text.match(/\bReact\.\w+/g) ?? [])).toEqual([])
})

test('no module holds commands, the compiler, importers, or what edits the project in development', () => {
  const sources = sourcesOfDeployed(project.root)
  expect(sources).toContain('src/system/admin/collections/collection-page.tsx')
  expect(sources.filter((path) => /^src\/(?:cli|compile|import)\/|ts-morph|typescript/.test(path))).toEqual([])
  expect(sources.filter((path) => /\/schema-form\/|\/admin\/editor\.ts|-edits?\.ts$/.test(path))).toEqual([])
})

test('the project may be deployed', async () => {
  const { code, stderr } = await project.run('check')
  expect(code, stderr).toBe(0)
})

test('pages are no part of what an isolate loads at its start', () => {
  const [, atStart, onDemand] = /bundle +(\d+) KB compressed at start, (\d+) KB more on demand/.exec(deployed) ?? []
  expect(Number(atStart)).toBeGreaterThan(50)
  expect(Number(atStart)).toBeLessThan(205)
  expect(Number(onDemand)).toBeGreaterThan(200)
})

test('wrangler bundles it, too', async () => {
  const one = await bundleByWrangler(project.root, 'production')
  const worker = await runBundle(project.root, 'production', one, { ...VARS, ENVIRONMENT: 'production' })
  expect((await worker.json('/api/health')).status).toBe(200)
  expect((await worker.fetch('/docs')).status).toBe(200)
  await worker.dispose()
})

/** Some plugins exist in development alone: the same bundle runs there. */
describe.each(['production', 'development'])('the deployed worker in %s', (environment) => {
  let worker: BundledWorker
  let contract: Contract
  let admin: Record<string, string>
  /** Ids of what there is, by the beginning of the routes that take them. */
  const known = new Map<string, string>()

  beforeAll(async () => {
    worker = await runBundle(project.root, environment, bundle, { ...VARS, ENVIRONMENT: environment })
    contract = createContract(JSON.stringify((await worker.json('/api/')).body))
    admin = await signIn()
    await makeThings()
  })
  afterAll(() => worker?.dispose())

  async function signIn(): Promise<Record<string, string>> {
    const { status, body } = await worker.json('/api/auth/login', { body: { email: EMAIL, password: PASSWORD } })
    expect(status, JSON.stringify(body)).toBe(200)
    return { authorization: `Bearer ${body.token}` }
  }

  async function makeThings(): Promise<void> {
    const created = await worker.json('/api/posts', { body: { title: 'The first post' }, headers: admin })
    const form = new FormData()
    const picture = await quarters(400, 300).png().toBuffer()
    form.append('file', new File([new Uint8Array(picture)], 'picture.png', { type: 'image/png' }))
    const uploaded = await worker.fetch('/api/media/upload', { method: 'POST', body: form, headers: admin })
    const { data } = (await uploaded.json()) as { data: { id: string; url: string } }
    const folder = await worker.json('/api/media/create-folder', { body: { name: 'Desk' }, headers: admin })
    const me = await worker.json('/api/auth/me', { headers: admin })
    expect([created.status, uploaded.status, folder.status, me.status]).toEqual([201, 201, 201, 200])
    const post = created.body.data.id
    const key = data.url.slice(data.url.lastIndexOf('/') + 1)
    const ids = {
      '/api/posts': post,
      '/admin/content': post,
      '/api/media': data.id,
      '/api/media/folders': folder.body.data.id,
      '/admin/media': data.id,
      '/admin/media/folders': folder.body.data.id,
      '/media/serve': key,
      '/images': key,
      '/admin/users': me.body.user.id,
      '/admin/collections': 'posts',
      '/admin/plugins': 'cache',
      '/admin/plugins/email/templates': 'verification',
      '/admin/database/tables': 'posts',
      '/admin/settings': 'general',
      '/docs': 'posts',
    }
    for (const [place, id] of Object.entries(ids)) known.set(place, id)
  }

  /** Only reading routes are asked about what there is: nothing is to go while the others are asked. */
  function addressOf({ path, method }: ManifestRoute): string {
    const place = path.slice(0, path.indexOf('/:'))
    const id = (method === 'GET' && known.get(place)) || '00000000-0000-7000-8000-000000000000'
    return path
      .replace('/:', `/${id}/:`)
      .replace(/\/:\w+/, '')
      .replace(/:version\b|:number\b/g, '1')
      .replace(/:field\b/g, 'title')
      .replace(/:\w+/g, 'nothing')
      .replace(/\*$/, 'none')
  }

  /** Caller of a route: signed-in callers are redirected from the sign-in pages. */
  const callerOf = ({ path }: ManifestRoute) => (path.startsWith('/auth/') ? {} : admin)

  const isThere = ({ plugin }: ManifestRoute) => {
    const { environments = null } = manifest.plugins.find(({ name }) => name === plugin) ?? {}
    return environments === null || environments.includes(environment)
  }
  const routes = () => routeTable(manifest).filter(isThere)

  /** With a body that no route takes: as JSON, and where that is refused as a form. */
  async function ask(route: ManifestRoute, headers: Record<string, string>): Promise<Answer> {
    const { method, path } = route
    const caller = path.endsWith('/logout') && headers.authorization ? await signIn() : headers
    if (method === 'GET') return worker.json(addressOf(route), { headers: caller })
    const answer = await worker.json(addressOf(route), { method, body: { unexpected: true }, headers: caller })
    if (answer.status !== 415) return answer
    const form = { ...caller, 'content-type': 'application/x-www-form-urlencoded' }
    return worker.json(addressOf(route), { method, body: 'unexpected=true', headers: form })
  }

  test('serves the Model Context Protocol with what it loads for it', async () => {
    const ask = async (method: string, params: object) => {
      const body = { jsonrpc: '2.0', id: 1, method, params }
      return (await worker.json('/mcp', { body, headers: admin })).body.result
    }
    expect((await ask('tools/list', {})).tools.length).toBeGreaterThan(5)
    const docs = await ask('tools/call', { name: 'search_docs', arguments: { query: 'filters' } })
    expect(docs.structuredContent.results.length).toBeGreaterThan(0)
    const posts = await ask('tools/call', { name: 'list_documents', arguments: { collection: 'posts' } })
    expect(posts.structuredContent.documents).toMatchObject([{ title: 'The first post' }])
  })

  test('has the routes of all plugins', () => {
    const named = new Set(routes().map(({ plugin }) => plugin))
    expect(named).toContain('admin')
    expect(named).toContain('core-media')
    expect(named.has('faq')).toBe(environment === 'development')
    expect(routes().length).toBeGreaterThan(150)
  })

  test('answers every route as documented, to strangers and to an administrator', async () => {
    const problems: string[] = []
    for (const route of routes()) {
      for (const [caller, headers] of [['anonymous', {}] as const, ['admin', admin] as const]) {
        const answer = await ask(route, headers)
        const told = `${route.method} ${addressOf(route)} by ${caller}: ${answer.status}`
        if (answer.status >= 500) problems.push(told)
        if (route.path.startsWith('/api/')) problems.push(...contract.check(route.method, addressOf(route), answer))
      }
    }
    expect(problems).toEqual([])
  })

  test('shows every page, with its styles and scripts', async () => {
    const problems: string[] = []
    const parts = new Map<string, string>()
    let pages = 0
    for (const route of routes().filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/'))) {
      const address = addressOf(route)
      const answer = await worker.fetch(address, { headers: { accept: 'text/html', ...callerOf(route) } })
      const text = await answer.text()
      if (answer.status >= 500) problems.push(`${address}: ${answer.status}`)
      if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
      pages += 1
      if (!/^<!doctype html>/i.test(text) || !/<h1\b/.test(text)) problems.push(`${address}: it is no page`)
      for (const [, part = ''] of text.matchAll(/<(?:link|script|use)\b[^>]*?\b(?:href|src)="(\/[^"]+)"/g)) {
        parts.set(part.replace(/#.*$/, ''), address)
      }
    }
    expect(pages).toBeGreaterThan(40)
    for (const [part, page] of parts) {
      const { status, headers } = await worker.fetch(part)
      const type = headers.get('content-type')?.split(';')[0] ?? ''
      if (status !== 200 || !isTypeOf(part, type)) problems.push(`${part} on ${page}: ${status} ${type}`)
    }
    expect([...parts.keys()]).toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/admin\.\w+\.css$/)]))
    expect(problems).toEqual([])
  })

  test('makes pictures, where the encoders are WebAssembly', async () => {
    const key = known.get('/images')
    const answer = await worker.fetch(`/images/${key}?w=160&format=webp`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('logs nothing that it did not expect', () => {
    expect(worker.logs.filter((line) => /ReferenceError|TypeError|is not defined/.test(line))).toEqual([])
  })
})

const TYPES: readonly (readonly [RegExp, RegExp])[] = [
  [/\.css$/, /^text\/css$/],
  [/\.js$/, /^(?:text|application)\/javascript$/],
  [/\.svg$/, /^image\/svg\+xml$/],
]

function isTypeOf(path: string, type: string): boolean {
  return TYPES.find(([name]) => name.test(path))?.[1].test(type) ?? true
}
