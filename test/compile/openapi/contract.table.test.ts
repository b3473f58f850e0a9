import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldTypes } from '../../../src/fields/index.ts'
import type { Manifest, ManifestCollection } from '../../../src/manifest/index.ts'
import { readManifest } from '../../harness/manifest.ts'
import { type Answer, type JsonInit, type Service, startService } from '../../harness/service.ts'
import { bearer, signedIn } from '../../plugins/core-auth/people.ts'
import { type Contract, createContract } from './contract.ts'
import { sampleOf, samplerOf } from './samples.ts'

let service: Service
/** The document of an administrator, which holds all that there is. */
let contract: Contract
/** The documents of the others, by role; of anonymous callers by none. */
const own: Record<string, Contract> = {}
let manifest: Manifest
const tokens: Record<string, string> = {}

beforeAll(async () => {
  service = await startService({
    vars: { JWT_SECRET: 'a secret of the tests that is long enough' },
    edit: (files) => {
      manifest = readManifest(files.get('.cms/manifest.json'))
    },
  })
  await service.fetch('/api/health')
  for (const role of ['admin', 'viewer', 'author']) tokens[role] = (await signedIn(service, role)).token
  for (const role of ['', ...Object.keys(tokens)]) {
    const headers = role === '' ? {} : bearer(tokens[role] ?? '')
    own[role] = createContract(await (await service.fetch('/api/', { headers })).text())
  }
  contract = own.admin as Contract // made just now
})
afterAll(() => service.dispose())

/** Asks, and holds the answer against the document, and against what the caller is given of it. */
async function ask(path: string, init: JsonInit & { as?: string } = {}): Promise<Answer> {
  const { as, headers, ...rest } = init
  const method = init.method ?? (init.body === undefined ? 'GET' : 'POST')
  const answer = await service.json(path, { ...rest, headers: { ...(as ? bearer(tokens[as] ?? '') : {}), ...headers } })
  for (const document of new Set([contract, own[as ?? ''] ?? contract])) {
    expect(document.check(method, path, answer), JSON.stringify(answer.body)).toEqual([])
  }
  return answer
}

const collection = (name: string) => manifest.collections.find((one) => one.name === name) as ManifestCollection
const NOWHERE = '/api/posts/01999999-0000-7000-8000-000000000000'

describe('every collection answers as the document says', () => {
  it.each(['authors', 'categories', 'pages', 'posts', 'site', 'tags'])('%s', async (name) => {
    const root = `/api/${name}`
    const body = sampleOf(collection(name), fieldTypes, samplerOf(7))
    expect(contract.takes('POST', root, body)).toBe(true)
    const { data } = (await ask(root, { body, as: 'admin' })).body
    const path = `${root}/${data.id}`
    await ask(root)
    await ask(root, { as: 'viewer' })
    await ask(`${root}?limit=1&fields=id,createdAt&sort=-updatedAt&pretty`, { as: 'viewer' })
    for (const query of queriesOf(name)) {
      expect((await ask(`${root}?${query}`, { as: 'viewer' })).status, query).toBe(200)
    }
    await ask(path, { as: 'viewer' })
    await ask(path)
    await ask(path, { method: 'PATCH', body: {}, as: 'admin' })
    await ask(path, { method: 'PUT', body: sampleOf(collection(name), fieldTypes, samplerOf(8)), as: 'admin' })
    await ask(`${path}/versions`, { as: 'admin' })
    await ask(`${path}/versions/1`, { as: 'admin' })
    await ask(`${path}/versions/1/restore`, { method: 'POST', as: 'admin' })
    expect((await ask(path, { method: 'DELETE', as: 'admin' })).status).toBe(204)
  })
})

/** A query of each kind that the document says a list takes: every parameter, and of every filter every operator. */
function queriesOf(name: string): string[] {
  const values: Record<string, string> = {
    boolean: 'true',
    integer: '1',
    number: '1.5',
    date: '2026-01-01',
    'date-time': '2026-01-01',
  }
  const operandOf = ({ type, format, enum: [first] = [] }: { type?: string; format?: string; enum?: string[] }) =>
    first ?? values[format ?? type ?? ''] ?? 'x'
  return contract.parameters('GET', `/api/${name}`).flatMap((parameter) => {
    const [plain, conditions] = parameter.schema.anyOf ?? []
    if (!conditions || !plain) return OTHERS[parameter.name] ?? []
    const operators = Object.keys(conditions.properties ?? {})
    expect(operators).toContain('eq')
    const operand = (operator: string) => (operator === 'null' ? 'true' : operandOf(plain))
    return [
      `${parameter.name}=${operandOf(plain)}`,
      ...operators.map((operator) => `${parameter.name}[${operator}]=${operand(operator)}`),
      `or[0][${parameter.name}]=${operandOf(plain)}&count=none`,
    ]
  })
}

const OTHERS: Record<string, string[]> = {
  count: ['count=exact', 'count=none'],
  sort: ['sort=-updatedAt,id'],
  q: ['q=a', 'q=a&sort=id', 'q=%22'],
}

it('answers populated documents, counts and cursors as the document says', async () => {
  const body = (name: string) => sampleOf(collection(name), fieldTypes, samplerOf(3))
  const author = (await ask('/api/authors', { body: body('authors'), as: 'admin' })).body.data
  const tag = (await ask('/api/tags', { body: body('tags'), as: 'admin' })).body.data
  for (const title of ['One', 'Two', 'Three']) {
    const post = { title, author: author.id, tags: [tag.id], status: 'published' }
    await ask('/api/posts', { body: post, as: 'admin' })
  }
  const query = `author.slug=${author.slug}&tags.name[ne]=&populate=author,tags,category.parent.parent&limit=1`
  const first = (await ask(`/api/posts?${query}`)).body
  expect(first).toMatchObject({
    data: [{ author: { id: author.id }, tags: [{ id: tag.id }] }],
    pagination: { total: 3 },
  })
  const second = (await ask(`/api/posts?${query}&cursor=${first.pagination.nextCursor}`)).body
  expect(second.data).toHaveLength(1)
  await ask(`/api/posts?${query}&count=exact&cursor=${second.pagination.nextCursor}`)
  expect((await ask(`/api/posts?${query}&cursor=x`)).status).toBe(400)
})

it('takes every body that the document allows, made of many samples', async () => {
  const sampler = samplerOf(99)
  for (const { name, singleton } of manifest.collections) {
    for (let round = 0; round < (singleton ? 1 : 8); round += 1) {
      const body = sampleOf(collection(name), fieldTypes, sampler)
      expect(contract.takes('POST', `/api/${name}`, body)).toBe(true)
      expect((await ask(`/api/${name}`, { body, as: 'admin' })).status).toBe(201)
    }
    await ask(`/api/${name}?limit=100`, { as: 'admin' })
  }
})

it.each([
  ['an unknown property', { title: 'x', tilte: 'x' }],
  ['a missing one', { summary: 'x' }],
  ['text that is too long', { title: 'x'.repeat(201) }],
  ['a wrong type', { title: 1 }],
  ['a choice that is none', { title: 'x', kind: 'poem' }],
  ['a slug that is none', { title: 'x', slug: 'No Slug' }],
  ['null where a value is required', { title: null }],
  ['what is read only', { title: 'x', views: 3 }],
  ['a system field', { title: 'x', version: 3 }],
  ['no object', 'x'],
])('document and service refuse alike: %s', async (_, body) => {
  expect(contract.takes('POST', '/api/posts', body)).toBe(false)
  expect((await ask('/api/posts', { body: JSON.stringify(body), as: 'admin' })).status).toBe(422)
})

it('every documented answer of posts can be had', async () => {
  const create = async (title: string) => (await ask('/api/posts', { body: { title }, as: 'admin' })).body.data
  const { id, slug } = await create('One')
  const path = `/api/posts/${id}`
  const { headers } = await ask(path, { as: 'admin' })
  const etag = headers.get('etag') ?? ''
  const list = await ask('/api/posts', { as: 'admin' })

  const conditional: [string, string][] = [
    ['/api/posts', list.headers.get('etag') ?? ''],
    [path, etag],
    ...(await Promise.all(
      [`${path}/versions`, `${path}/versions/1`].map(async (address): Promise<[string, string]> => {
        const answer = await ask(address, { as: 'admin' })
        return [address, answer.headers.get('etag') ?? '']
      }),
    )),
  ]
  for (const [address, tag] of conditional) {
    expect((await ask(address, { as: 'admin', headers: { 'if-none-match': tag } })).status).toBe(304)
  }

  const key = { 'idempotency-key': 'one' }
  await ask('/api/posts', { body: { title: 'Twice' }, as: 'admin', headers: key })
  const repeated = await ask('/api/posts', { body: { title: 'Twice' }, as: 'admin', headers: key })
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')

  await ask(path, { method: 'PATCH', body: { summary: 'x' }, as: 'admin' })
  await ask(path, { method: 'PUT', body: { title: 'One' }, as: 'admin' })
  for (const rest of ['/versions', '/versions/1']) await ask(path + rest, { as: 'admin' })
  await ask(`${path}/versions/1/restore`, { method: 'POST', as: 'admin' })

  const writes: [string, string, unknown][] = [
    ['POST', '/api/posts', { title: 'x' }],
    ['PUT', path, { title: 'x' }],
    ['PATCH', path, { title: 'x' }],
    ['DELETE', path, undefined],
    ['POST', `${path}/versions/1/restore`, undefined],
  ]
  for (const [method, address, body] of writes) {
    const request = { method, ...(body === undefined ? {} : { body }) }
    expect((await ask(address, request)).status, `${method} ${address}`).toBe(401)
    expect((await ask(address, { ...request, as: 'viewer' })).status, `${method} ${address}`).toBe(403)
    expect((await ask(`${address}?nonsense=1`, { ...request, as: 'admin' })).status).toBe(400)
    if (address === '/api/posts') continue
    const gone = address.replace(path, NOWHERE)
    expect((await ask(gone, { ...request, as: 'admin' })).status).toBe(404)
    const stale = { ...request, as: 'admin', headers: { 'if-match': '"v0-0-0"' } }
    expect((await ask(address, stale)).status, `${method} ${address}`).toBe(412)
  }
  for (const [method, address, body] of writes.filter(([, , body]) => body !== undefined)) {
    expect((await ask(address, { method, body: '{', as: 'admin' })).status).toBe(400)
    expect((await ask(address, { method, body: { title: 1 }, as: 'admin' })).status).toBe(422)
    const tooLarge = { title: 'x'.repeat(1_100_000) }
    expect((await ask(address, { method, body: tooLarge, as: 'admin' })).status).toBe(413)
    const asText = { method, body: JSON.stringify(body), as: 'admin', headers: { 'content-type': 'text/plain' } }
    expect((await ask(address, asText)).status).toBe(415)
  }
  for (const address of ['/api/posts', path, `${path}/versions`, `${path}/versions/1`]) {
    expect((await ask(`${address}?nonsense=1`, { as: 'admin' })).status).toBe(400)
  }
  for (const rest of ['', '/versions', '/versions/1']) {
    expect((await ask(NOWHERE + rest, { as: 'admin' })).status).toBe(404)
  }
  for (const rest of ['/versions', '/versions/1']) {
    expect((await ask(path + rest)).status).toBe(401)
    expect((await ask(path + rest, { as: 'viewer' })).status).toBe(403)
  }

  // What the runtime refuses before it asks who is calling, and for what.
  const manyHeaders = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, 'x']))
  const reads = ['/api/posts', path, `${path}/versions`, `${path}/versions/1`].map(
    (address) => ['GET', address] as const,
  )
  for (const [method, address] of [...writes, ...reads, ['POST', '/api/posts/bulk'] as const]) {
    expect((await ask(address, { method, headers: manyHeaders })).status, `${method} ${address}`).toBe(413)
    expect((await ask(`${address}?${'a=1&'.repeat(101)}`, { method })).status, `${method} ${address}`).toBe(400)
  }

  const bulk = (operations: readonly object[], init: JsonInit & { as?: string } = { as: 'admin' }) =>
    ask('/api/posts/bulk', { body: { operations }, ...init })
  const change = { action: 'update', id, data: {} }
  const creation = { action: 'create', data: { title: 'In bulk' } }
  expect((await bulk([creation, change])).status).toBe(200)
  expect((await bulk([change], {})).status).toBe(401)
  expect((await bulk([change], { as: 'viewer' })).status).toBe(403)
  expect((await ask('/api/posts/bulk', { body: '{', as: 'admin' })).status).toBe(400)
  expect((await bulk([{ ...change, id: 'nowhere' }])).status).toBe(404)
  expect((await bulk([{ ...creation, data: { title: 'x', slug } }])).status).toBe(409)
  expect((await bulk([{ ...change, ifMatch: '"v0-0-0"' }])).status).toBe(412)
  expect((await bulk(Array(501).fill(creation))).status).toBe(413)
  const asText = { as: 'admin', headers: { 'content-type': 'text/plain' } }
  expect((await bulk([change], asText)).status).toBe(415)
  expect(
    (
      await bulk([
        { ...change, data: { title: 1 } },
        { action: 'delete', id: 'nowhere' },
      ])
    ).status,
  ).toBe(422)

  const other = await create('Other')
  expect((await ask('/api/posts', { body: { title: 'x', slug }, as: 'admin' })).status).toBe(409)
  expect((await ask(`/api/posts/${other.id}`, { method: 'PATCH', body: { slug }, as: 'admin' })).status).toBe(409)
  expect((await ask(`/api/posts/${other.id}`, { method: 'PUT', body: { title: 'x', slug }, as: 'admin' })).status).toBe(
    409,
  )

  // A version whose slug somebody else has by now, and one that is empty where something is required today.
  const moved = await create('Moved')
  await ask(`/api/posts/${moved.id}`, { method: 'PATCH', body: { slug: 'elsewhere' }, as: 'admin' })
  await ask('/api/posts', { body: { title: 'x', slug: moved.slug }, as: 'admin' })
  const restore = `/api/posts/${moved.id}/versions/1/restore`
  expect((await ask(restore, { method: 'POST', as: 'admin' })).status).toBe(409)
  await service.sql(
    "UPDATE content_versions SET data = json_set(data, '$.title', NULL) WHERE document_id = ? AND version = 1",
    moved.id,
  )
  expect((await ask(restore, { method: 'POST', as: 'admin' })).status).toBe(422)

  const live = await create('Live')
  const at = `/api/posts/${live.id}`
  await ask(`${at}/publish`, { method: 'POST', as: 'admin' })
  const keep = (body: object) => ask(`${at}?draft=true`, { method: 'PATCH', body, as: 'admin' })
  const stale = { headers: { 'if-match': '"v0-0-0"' } }
  const ofDrafts = [
    ['POST', `${at}/publish`, {}],
    ['DELETE', `${at}/draft`, {}],
    ['PATCH', `${at}/versions/1`, { body: { name: 'First' } }],
  ] as const
  for (const [method, address, more] of ofDrafts) {
    expect((await ask(address, { method, ...more })).status, address).toBe(401)
    expect((await ask(address, { method, ...more, as: 'viewer' })).status, address).toBe(403)
    expect((await ask(`${address}?nonsense=1`, { method, ...more, as: 'admin' })).status, address).toBe(400)
    expect((await ask(address, { method, headers: manyHeaders })).status, address).toBe(413)
    const nowhere = address.replace(live.id, '01990000-0000-7000-8000-000000000000')
    expect((await ask(nowhere, { method, ...more, as: 'admin' })).status, address).toBe(404)
  }
  await keep({ slug: 'pending' })
  for (const [method, address] of ofDrafts.slice(0, 2)) {
    expect((await ask(address, { method, ...stale, as: 'admin' })).status, address).toBe(412)
  }
  const occupant = (await ask('/api/posts', { body: { title: 'x', slug: 'pending' }, as: 'admin' })).body.data
  expect((await ask(`${at}/publish`, { method: 'POST', as: 'admin' })).status).toBe(409)
  await ask(`/api/posts/${occupant.id}`, { method: 'PATCH', body: { slug: 'elsewhere-again' }, as: 'admin' })
  await service.sql('UPDATE content_drafts SET data = ? WHERE document_id = ?', '{"title":null}', live.id)
  expect((await ask(`${at}/publish`, { method: 'POST', as: 'admin' })).status).toBe(422)
  expect((await ask(`${at}/draft`, { method: 'DELETE', as: 'admin' })).status).toBe(204)
  const version = `${at}/versions/1`
  const naming = { method: 'PATCH', as: 'admin' } as const
  expect((await ask(version, { ...naming, body: { name: 'First' } })).status).toBe(200)
  expect((await ask(version, { ...naming, body: { name: '' } })).status).toBe(422)
  expect((await ask(version, { ...naming, body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  await service.sql(
    `WITH RECURSIVE "more"("n") AS (SELECT 100 UNION ALL SELECT "n" + 1 FROM "more" WHERE "n" < 150) INSERT INTO content_versions SELECT document_id, n, collection_id, status, data, created_at, created_by, 'x' FROM content_versions, more WHERE document_id = ? AND version = 1`,
    live.id,
  )
  expect((await ask(`${at}/versions/2`, { ...naming, body: { name: 'One too many' } })).status).toBe(409)

  const gone = await create('Gone')
  const trash = '/api/posts/trash'
  const trashed = `${trash}/${gone.id}`
  await ask(`/api/posts/${gone.id}`, { method: 'DELETE', as: 'admin' })
  const tag = (await ask(trash, { as: 'admin' })).headers.get('etag') ?? ''
  expect((await ask(trash, { as: 'admin', headers: { 'if-none-match': tag } })).status).toBe(304)
  const ofTrash = [
    ['GET', trash],
    ['POST', `${trashed}/restore`],
    ['DELETE', trashed],
  ] as const
  for (const [method, address] of ofTrash) {
    expect((await ask(address, { method })).status, address).toBe(401)
    expect((await ask(address, { method, as: 'viewer' })).status, address).toBe(403)
    expect((await ask(`${address}?nonsense=1`, { method, as: 'admin' })).status, address).toBe(400)
    expect((await ask(address, { method, headers: manyHeaders })).status, address).toBe(413)
    if (method === 'GET') continue
    const nowhere = address.replace(gone.id, '01990000-0000-7000-8000-000000000000')
    expect((await ask(nowhere, { method, as: 'admin' })).status, address).toBe(404)
  }
  const successor = (await ask('/api/posts', { body: { title: 'x', slug: gone.slug }, as: 'admin' })).body.data
  expect((await ask(`${trashed}/restore`, { method: 'POST', as: 'admin' })).status).toBe(409)
  await ask(`/api/posts/${successor.id}`, { method: 'PATCH', body: { slug: 'successor' }, as: 'admin' })
  // One that is empty where something is required today.
  const emptied = "UPDATE content_trash SET data = json_set(data, '$.title', ?) WHERE document_id = ?"
  await service.sql(emptied, null, gone.id)
  expect((await ask(`${trashed}/restore`, { method: 'POST', as: 'admin' })).status).toBe(422)
  await service.sql(emptied, 'Gone', gone.id)
  expect((await ask(`${trashed}/restore`, { method: 'POST', as: 'admin' })).status).toBe(200)
  await ask(`/api/posts/${gone.id}`, { method: 'DELETE', as: 'admin' })
  expect((await ask(trashed, { method: 'DELETE', as: 'admin' })).status).toBe(204)

  await ask('/api/site', { body: { title: 'x', frontPage: [id] }, as: 'admin' })
  expect((await ask(path, { method: 'DELETE', as: 'admin' })).status).toBe(204)
  expect(contract.coverage(/_posts$/).missing).toEqual([
    // A post is only in lists of references, which it leaves.
    'delete_posts 409',
  ])
})

it('the service itself and signing in answer as documented', async () => {
  for (const path of ['/health', '/api/health', '/api/', '/api/collections', '/api/content']) await ask(path)
  await ask('/api/content?limit=3&sort=-title&status=published&collection=posts', { as: 'viewer' })
  await ask('/api/content?page=0')
  await ask('/api/content?collection=nothing')
  await ask('/api/auth/me', { as: 'author' })
  await ask('/api/auth/me')
  await ask('/api/auth/login', { body: { email: 'a@b.c', password: 'wrong' } })
  await ask('/api/auth/login', { body: {} })
  await ask('/api/auth/login', { body: '{' })
  await ask('/api/auth/refresh', { body: { refreshToken: 'x' } })
  await ask('/api/auth/refresh', { method: 'POST', headers: { cookie: 'refresh_token=x' } })
  const person = await signedIn(service)
  await ask('/api/auth/login', { body: { email: person.email, password: 'correct horse battery' } })
  await ask('/api/auth/refresh', { body: { refreshToken: person.refreshToken } })
  await ask('/api/auth/logout', { method: 'POST', headers: bearer(person.token) })
})
