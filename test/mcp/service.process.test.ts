import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { as } from '../harness/as.ts'
import { type Service, startService } from '../harness/service.ts'
import { callTool, createClient } from './client.ts'

const ROOT = new URL('../fixtures/mcp', import.meta.url).pathname
let service: Service
const ids: Record<string, string> = {}

beforeAll(async () => {
  service = await startService({ root: ROOT })
  const create = async (collection: string, body: object) => {
    const answer = await service.json(`/api/${collection}`, { body, headers: as('editor') })
    return answer.body.data.id as string
  }
  ids.news = await create('posts', { title: 'Rain in spring', desk: 'news', note: 'call Ann', status: 'published' })
  ids.sport = await create('posts', { title: 'Rain stopped play', desk: 'sport', status: 'published' })
  ids.source = await create('sources', { name: 'Deep throat' })
})
afterAll(() => service.dispose())

async function connect(headers: Readonly<Record<string, string>>, mode: 'legacy' | 'auto' = 'legacy') {
  const client = createClient(mode)
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit: { headers } }))
  return client
}

/** A message of the protocol without a client. */
const post = (message: unknown, headers: Readonly<Record<string, string>> = {}) =>
  service.fetch('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...as('viewer'),
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call' }

describe.each(['legacy', 'auto'] as const)('the SDK’s client (%s)', (mode) => {
  it('finds tools that only read, and the documentation', async () => {
    const client = await connect(as('viewer'), mode)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'collections',
      'collection',
      'search_content',
      'list_documents',
      'read_document',
      'search_docs',
      'read_doc',
    ])
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true })
    const found = await callTool(client, 'search_docs', { query: 'filters of lists' })
    expect(found.data.results[0].page).toBe('api')
    expect((await callTool(client, 'read_doc', { page: '../package' })).text).toContain('There is no page')
    const { contents } = await client.readResource({ uri: 'lintel://docs/api' })
    expect(JSON.stringify(contents)).toContain('The content API')
    await client.close()
  })

  it('shows and reads what the caller may, and nothing else', async () => {
    const viewer = await connect(as('viewer'), mode)
    const editor = await connect(as('editor'), mode)
    const names = async (client: typeof viewer) =>
      (await callTool(client, 'collections')).data.collections.map(({ name }: { name: string }) => name)
    expect([await names(viewer), await names(editor)]).toEqual([['posts'], ['posts', 'sources']])
    const described = await callTool(viewer, 'collection', { name: 'posts' })
    expect(described.data.collection.fields.map(({ name }: { name: string }) => name)).toEqual(['title', 'desk'])
    expect(JSON.stringify(described)).not.toMatch(/note|secret|cms\.config/)
    expect(await callTool(viewer, 'collection', { name: 'sources' })).toMatchObject({ isError: true })

    const search = { query: 'rain', collection: 'posts' }
    const seen = (await callTool(viewer, 'search_content', search)).data.documents
    expect(seen).toMatchObject([{ id: ids.news, title: 'Rain in spring' }])
    expect(seen[0]).not.toHaveProperty('note')
    expect((await callTool(editor, 'search_content', search)).data.documents).toHaveLength(2)
    const everywhere = await callTool(viewer, 'search_content', { query: 'Rain' })
    expect(everywhere.data.documents).toMatchObject([{ id: ids.news, collection: 'posts' }])

    const inSources = { query: 'Deep', collection: 'sources' } // which has no search of its own
    expect((await callTool(editor, 'search_content', inSources)).data.documents).toMatchObject([{ id: ids.source }])
    expect(await callTool(viewer, 'search_content', inSources)).toMatchObject({ isError: true })

    const sport = { collection: 'posts', id: ids.sport }
    expect(await callTool(viewer, 'read_document', sport)).toMatchObject({ isError: true })
    expect((await callTool(editor, 'read_document', sport)).data.document.title).toBe('Rain stopped play')
    for (const collection of ['sources', 'users', '__proto__', '..'])
      expect(await callTool(viewer, 'list_documents', { collection })).toMatchObject({ isError: true, data: undefined })
    const filters = { 'note[eq]': 'call Ann' }
    const guess = await callTool(viewer, 'list_documents', { collection: 'posts', filters })
    expect(guess).toMatchObject({ isError: true, text: expect.stringContaining('note') })
    const pages = await callTool(editor, 'list_documents', { collection: 'posts', limit: 1 })
    const { nextCursor: cursor } = pages.data.pagination
    const rest = await callTool(editor, 'list_documents', { collection: 'posts', limit: 1, cursor })
    expect([pages, rest].map(({ data }) => data.documents[0].id).sort()).toEqual([ids.news, ids.sport].sort())
  })
})

describe('who is let in', () => {
  it('nobody without signing in', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await service.fetch('/mcp', { method: 'POST', headers, body: JSON.stringify(LIST) })
    expect(answer.status).toBe(401)
    await expect(connect({})).rejects.toThrow()
  })

  it('API tokens, whatever their scopes, as for everything that is only read', async () => {
    expect((await post(LIST, { 'x-test-scopes': 'content.create' })).status).toBe(200)
  })

  it('pages of this site with a cookie, and of no other; names that somebody leads here are no site', async () => {
    const cookie = as('viewer', 'v1', 'cookie')
    expect((await post(LIST, { ...cookie, origin: service.url.origin })).status).toBe(200)
    expect((await post(LIST, { ...cookie, origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(LIST, cookie)).status).toBe(403)
    expect((await post(LIST, { origin: 'https://evil.example' })).status).toBe(403)
    const rebound = await service.fetchAs('http://evil.example/mcp', {
      method: 'POST',
      headers: { ...as('viewer'), 'content-type': 'application/json', origin: 'http://evil.example' },
      body: JSON.stringify(LIST),
    })
    expect(rebound.status).toBe(403)
    expect(await rebound.json()).toMatchObject({ code: 'csrf_failed' })
  })

  it('is limited by account', async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < 31; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(LIST, as('viewer', 'eager'))))
      for (const answer of answers) {
        statuses.add(answer.status)
        await answer.arrayBuffer()
      }
    }
    expect([...statuses].sort()).toEqual([200, 429])
    expect((await post(LIST, as('viewer', 'calm'))).status).toBe(200)
  })
})

describe('what is no message', () => {
  it.each([
    ['no JSON', '{', {}, 400],
    ['another type', LIST, { 'content-type': 'text/plain' }, 415],
    ['a batch', [LIST, LIST], {}, 400],
    ['a text', '"tools/list"', {}, 400],
    ['another version', { ...LIST, jsonrpc: '1.0' }, {}, 400],
    ['half a megabyte', { ...LIST, params: { query: 'x'.repeat(500_000) } }, {}, 413],
    ['a subscription', { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }, {}, 400],
    ['a protocol of the future', LIST, { 'mcp-protocol-version': '2999-01-01' }, 400],
  ])('%s is refused', async (_, message, headers, status) => {
    const answer = await post(message, headers)
    expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status })
  })

  it.each([
    ['search_content', { query: 7 }],
    ['read_document', { collection: 'posts', id: '../../admin/users' }],
    ['collection', { name: '__proto__' }],
    ['list_documents', { collection: 'posts', filters: { 'nonsense[eq]': '1' } }],
    ['list_documents', { collection: 'posts', limit: 1e9 }],
    ['search_docs', { query: 'x'.repeat(5000) }],
  ])('wrong arguments of %s are told to the model', async (name, args) => {
    const answer = await post({ ...CALL, params: { name, arguments: args } })
    const body = (await answer.json()) as { result?: { isError?: boolean; content: { text: string }[] } }
    expect(body.result?.isError, JSON.stringify(body)).toBe(true)
    expect(body.result?.content[0]?.text).not.toContain('Something went wrong')
  })

  it('is read by POST alone', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await service.fetch('/mcp', { method, headers: as('editor') })
      expect([method, answer.status]).toEqual([method, 405])
    }
  })

  it('leaves no line in the audit log', async () => {
    expect(await service.sql("SELECT action FROM audit_log WHERE action LIKE 'mcp%'")).toEqual([])
  })
})

describe('where no environment asks for it', () => {
  it('there is no route', async () => {
    const production = await startService({ root: ROOT, environment: 'production' })
    try {
      const answer = await production.fetch('/mcp', { method: 'POST', headers: as('editor') })
      expect(answer.status).toBe(404)
    } finally {
      await production.dispose()
    }
  })

  it('it stands in lock and routes, in the environments that ask', async () => {
    const { manifest, outputs } = await compile({ root: ROOT })
    expect(manifest?.plugins.find(({ name }) => name === 'mcp')).toMatchObject({
      environments: ['development', 'preview'],
      system: true,
    })
    expect(manifest?.routes.filter(({ path }) => path === '/mcp')).toMatchObject([{ method: 'POST', readOnly: true }])
    expect(outputs.get('cms.lock.json')).toContain(
      '"/mcp POST": { "access": "authenticated", "plugin": "mcp", "readOnly": true }',
    )
    const without = new Map([['cms.config.ts', CONFIG_WITHOUT]])
    const other = await compile({ root: ROOT, overlay: without })
    expect(other.diagnostics).toEqual([])
    expect(other.manifest?.plugins.map(({ name }) => name)).not.toContain('mcp')
    expect(other.outputs.get('cms.lock.json')).not.toMatch(/"mcp"|\/mcp POST/)
    expect(other.outputs.get('.cms/program.ts')).not.toContain('mcp')
    expect(outputs.get('.cms/program.ts')).toContain("import { mcpPlugin } from 'lintel/system/mcp'")
  })
})

const CONFIG_WITHOUT = `import { defineCollection, defineConfig, field } from 'lintel'
export const posts = defineCollection({ name: 'posts', fields: { title: field.string() } })
export default defineConfig({ name: 'site', collections: [posts], environments: { development: { mcp: false } } })
`
