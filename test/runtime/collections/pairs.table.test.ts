import { beforeAll, expect, it } from 'vitest'
import { ENDPOINTS, routeTable } from '../../../src/manifest/endpoints.ts'
import type { Manifest } from '../../../src/manifest/index.ts'
import { findBroken } from '../../faults/integrity.ts'
import { counter } from '../../harness/as.ts'
import { isOnNode, type JsonInit } from '../../harness/service.ts'
import { sharedService } from '../fixture.ts'
import { type Operations, type Outcome, type Side, testPairs } from './at-once.ts'
import { outcomeOf, tablesOf } from './outcome.ts'
import { CALLERS, type Caller, WIDE, wideManifest } from './wide-service.ts'

const service = sharedService({ root: WIDE, faults: true })
let manifest: Manifest
let tables: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  await service.fetch('/api/health')
  manifest = await wideManifest()
  tables = await tablesOf(service)
})

const next = counter()
const LATER = '2100-01-01T00:00:00.000Z'

/** A document that operations are about. */
interface Subject {
  readonly id: string
  /** The word that all its texts begin with. */
  readonly word: string
  /** A release that it is in, another one, and its open review. */
  readonly release: string
  readonly other: string
  readonly review: string | null
  /** A thread of comments beside it. */
  readonly thread: string
}

const ask = (path: string, init: JsonInit = {}, caller: Caller = 'editor') =>
  service.json(path, { ...init, headers: { ...CALLERS[caller], accept: 'application/json', ...init.headers } })
const at = (id: string, rest = '') => `/api/items/${id}${rest}`
const own = (word: string, side: Side) => (side === 'a' ? { string: `${word} a` } : { text: `${word} b` })
const patch = (id: string, body: object, rest = '') => ask(at(id, rest), { method: 'PATCH', body })
const post = (path: string, body: object = {}, caller: Caller = 'editor') => ask(path, { method: 'POST', body }, caller)
const bulk = (operations: readonly object[]) => post('/api/items/bulk', { operations })

/** The operations, each with the endpoint of documents that it asks, or the path of a plugin's route. */
const OPERATIONS: Operations<Subject> = {
  'change one field': ['update', ({ id, word }, side) => patch(id, own(word, side))],
  'change the same field': ['update', ({ id, word }, side) => patch(id, { code: `${word} ${side}` })],
  translate: ['update', ({ id, word }, side) => patch(id, { localString: `${word} ${side}` }, '?locale=de')],
  replace: [
    'replace',
    ({ id, word }, side) => ask(at(id), { method: 'PUT', body: { string: `${word} ${side}`, select: 'a' } }),
  ],
  'keep a change': ['update', ({ id, word }, side) => patch(id, own(word, side), '?draft=true')],
  'schedule changes': ['update', ({ id }) => patch(id, { scheduledAt: LATER }, '?draft=true')],
  'discard changes': ['discard', ({ id }) => ask(at(id, '/draft'), { method: 'DELETE' })],
  publish: ['publish', ({ id }) => post(at(id, '/publish'))],
  'publish by status': ['update', ({ id }) => patch(id, { status: 'published' })],
  unpublish: ['update', ({ id }) => patch(id, { status: 'draft' })],
  schedule: ['update', ({ id }) => patch(id, { status: 'scheduled', scheduledAt: LATER })],
  delete: ['delete', ({ id }) => ask(at(id), { method: 'DELETE' })],
  'take out of the trash': ['recover', ({ id }) => post(`/api/items/trash/${id}/restore`)],
  'delete for good': ['purge', ({ id }) => ask(`/api/items/trash/${id}`, { method: 'DELETE' })],
  'restore a version': ['restore', ({ id }) => post(at(id, '/versions/1/restore'))],
  'restore a version beside': ['restore', ({ id }) => post(at(id, '/versions/1/restore?draft=true'))],
  'name a version': [
    'name',
    ({ id, word }, side) => ask(at(id, '/versions/1'), { method: 'PATCH', body: { name: `${word} ${side}` } }),
  ],
  'change many': ['bulk', ({ id, word }, side) => bulk([{ action: 'update', id, data: own(word, side) }])],
  'delete many': ['bulk', ({ id }) => bulk([{ action: 'delete', id }])],
  'create many that hold it': [
    'bulk',
    ({ id, word }, side) =>
      bulk([
        { action: 'create', data: { held: id, along: id, string: word, localString: word, code: `${word} ${side}` } },
      ]),
  ],
  'create one that may stay': [
    'create',
    ({ id, word }, side) => post('/api/items', { first: id, string: word, localString: word, code: `${word} ${side}` }),
  ],
  'create one that holds it': [
    'create',
    ({ id, word }, side) => post('/api/items', { held: id, string: word, localString: word, code: `${word} ${side}` }),
  ],
  'create one that goes along': [
    'create',
    ({ id, word }, side) => post('/api/items', { along: id, string: word, localString: word, code: `${word} ${side}` }),
  ],
  'publish a release': ['/admin/releases/:id/publish', ({ release }) => post(`/admin/releases/${release}/publish`)],
  'schedule a release': [
    '/admin/releases/:id/schedule',
    ({ release }) => post(`/admin/releases/${release}/schedule`, { scheduledAt: LATER }),
  ],
  'cancel a release': ['/admin/releases/:id/cancel', ({ release }) => post(`/admin/releases/${release}/cancel`)],
  'delete a release': ['/admin/releases/:id/delete', ({ release }) => post(`/admin/releases/${release}/delete`)],
  'rename a release': [
    '/admin/releases/:id',
    ({ release, word }, side) => post(`/admin/releases/${release}`, { title: `${word} ${side}` }),
  ],
  'begin a release': ['/admin/releases', ({ word }, side) => post('/admin/releases', { title: `${word} new ${side}` })],
  'add to a release': [
    '/admin/release-documents',
    ({ id, other }) => post('/admin/release-documents', { release: other, document: `items/${id}` }),
  ],
  'remove from a release': [
    '/admin/releases/:id/remove',
    ({ id, release }) => post(`/admin/releases/${release}/remove`, { document: id }),
  ],
  'ask for a review': [
    '/api/workflow/reviews',
    ({ id }) => post('/api/workflow/reviews', { collection: 'items', documentId: id }),
  ],
  approve: ['/admin/workflow/:id/approve', ({ review }) => post(`/admin/workflow/${review}/approve`, {}, 'admin')],
  reject: [
    '/admin/workflow/:id/reject',
    ({ review, word }) => post(`/admin/workflow/${review}/reject`, { comment: word }, 'admin'),
  ],
  'withdraw a review': [
    '/api/workflow/reviews/:id/withdraw',
    ({ review }) => post(`/api/workflow/reviews/${review}/withdraw`),
  ],
  'comment on a review': [
    '/admin/workflow/:id/comments',
    ({ review, word }, side) => post(`/admin/workflow/${review}/comments`, { text: `${word} ${side}` }),
  ],
  comment: [
    '/admin/collaboration/threads',
    ({ id, word }, side) =>
      post(`/admin/collaboration/threads?collection=items&document=${id}`, { text: `${word} ${side}` }),
  ],
  reply: [
    '/admin/collaboration/threads/:id/comments',
    ({ thread, word }, side) => post(`/admin/collaboration/threads/${thread}/comments`, { text: `${word} ${side}` }),
  ],
  resolve: [
    '/admin/collaboration/threads/:id/resolve',
    ({ thread }) => post(`/admin/collaboration/threads/${thread}/resolve`),
  ],
  reopen: [
    '/admin/collaboration/threads/:id/reopen',
    ({ thread }) => post(`/admin/collaboration/threads/${thread}/reopen`),
  ],
  'take a document over': [
    '/admin/collaboration/presence/take-over',
    ({ id }, side) =>
      post(
        '/admin/collaboration/presence/take-over',
        { collection: 'items', document: id },
        side === 'a' ? 'editor' : 'admin',
      ),
  ],
}

/** Standings that a document can have before the two, and how it comes to stand so. */
const STANDINGS: Readonly<Record<string, (id: string, word: string) => Promise<unknown>>> = {
  draft: async () => {},
  published: (id) => patch(id, { status: 'published' }),
  'published with changes': async (id, word) => {
    await patch(id, { status: 'published' })
    await patch(id, { select: 'c', text: `${word} pending` }, '?draft=true')
  },
  'published with changes for later': async (id) => {
    await patch(id, { status: 'published' })
    await patch(id, { select: 'c', scheduledAt: LATER }, '?draft=true')
  },
  scheduled: (id) => patch(id, { status: 'scheduled', scheduledAt: LATER }),
  unpublished: async (id) => {
    await patch(id, { status: 'published' })
    await patch(id, { status: 'draft', select: 'b' })
  },
  'in the trash': (id) => ask(at(id), { method: 'DELETE' }),
  'under review': (id) => post('/api/workflow/reviews', { collection: 'items', documentId: id }),
  approved: async (id) => {
    const { body } = await post('/api/workflow/reviews', { collection: 'items', documentId: id })
    await post(`/admin/workflow/${body.data.id}/approve`, {}, 'admin')
  },
}

async function subject(standing: string, acts: readonly string[]): Promise<Subject> {
  const word = `w${next()}x`
  const body = {
    string: `${word} first`,
    text: `${word} text`,
    select: 'a',
    localString: { en: word, fr: `${word} fr` },
  }
  const { body: made } = await ask('/api/items?locale=*', { method: 'POST', body })
  const { id } = made.data
  const isReleased = acts.some((name) => name.includes('release'))
  const newRelease = async () => (await post('/admin/releases', { title: word })).body.data.id
  const [release, other] = isReleased ? [await newRelease(), await newRelease()] : ['', '']
  if (isReleased) await post('/admin/release-documents', { release, document: `items/${id}` })
  const threads = `/admin/collaboration/threads?collection=items&document=${id}`
  const isDiscussed = acts.some((name) => ['reply', 'resolve', 'reopen'].includes(name))
  const thread = isDiscussed ? (await post(threads, { text: word })).body.data.id : ''
  await STANDINGS[standing]?.(id, word)
  const [review] = await service.sql<{ id: string }>('SELECT id FROM workflow_reviews WHERE document_id = ?1', id)
  return { id, word, release, other, review: review?.id ?? null, thread }
}

const OF_DOCUMENTS = new Set(['releases', 'workflow', 'collaboration'])

/** Operations whose plugins write about a document in statements of their own, after they have read it. */
const isApart = (name: string) => /^.(?:admin|api).(?:workflow|collaboration)/.test(OPERATIONS[name]?.[0] ?? '')
const OF_PLUGINS = /^(?:workflow|collaboration)_/

function withoutPlugins({ answers, rows }: Outcome): Outcome {
  const others = Object.entries(rows).filter(([table]) => !OF_PLUGINS.test(table))
  return { answers: answers.map(() => null), rows: Object.fromEntries(others) }
}

testPairs<Subject>('two at once', {
  service,
  operations: OPERATIONS,
  standings: Object.keys(STANDINGS),
  subject,
  answered: ({ status, body }, { word }) => [
    status,
    body?.code ?? null,
    body?.data?.status ?? null,
    String(body?.data?.string ?? '').replace(word, 'WORD'),
  ],
  rowsOf: ({ id, word, release, other, thread }) =>
    outcomeOf(service, tables, [id, release, other, thread].filter(Boolean), word),
  alike: (outcome, first, second) => (isApart(first) === isApart(second) ? outcome : withoutPlugins(outcome)),
  // On Node the statements are the same.
  every: isOnNode ? 13 : 5,
})

it('leave the database whole', async () => {
  expect(await findBroken(service, manifest)).toEqual([])
})

/** Routes that do the same from a form as another one, or say that a page is open. */
const SAME = new Set([
  '/admin/workflow',
  '/admin/workflow/:id/withdraw',
  ...['', '/leave'].map((end) => `/admin/collaboration/presence${end}`),
])

it('the operations are those of all endpoints that write, and of all routes of plugins that write about documents', () => {
  const endpoints = ENDPOINTS.filter(({ method }) => method !== 'GET').map(({ operation }) => operation as string)
  const routes = routeTable(manifest).filter(
    ({ plugin, method, path }) => OF_DOCUMENTS.has(plugin) && method !== 'GET' && !SAME.has(path),
  )
  const asked = Object.values(OPERATIONS).map(([endpoint]) => endpoint)
  expect(new Set(asked)).toEqual(new Set([...endpoints, ...routes.map(({ path }) => path)]))
})
