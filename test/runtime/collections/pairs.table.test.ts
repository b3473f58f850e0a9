import { beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../src/manifest/endpoints.ts'
import type { Manifest } from '../../../src/manifest/index.ts'
import { findBroken } from '../../faults/integrity.ts'
import { counter } from '../../harness/as.ts'
import type { Answer, JsonInit } from '../../harness/service.ts'
import { shareOf, turn } from '../../harness/share.ts'
import { sharedService } from '../fixture.ts'
import { outcomeOf, tablesOf } from './outcome.ts'
import { CALLERS, type Caller, WIDE, wideManifest } from './wide-service.ts'

/**
 * Two operations on one document at once, whichever they are and however the document stands: what comes of it is what
 * comes of one after the other, or of one alone where the other is told of a conflict.
 */
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
}

/** Asks as somebody; the first of two operations is `a`, the second `b`: they write different things. */
type Act = (subject: Subject, side: 'a' | 'b') => Promise<Answer>

const ask = (path: string, init: JsonInit = {}, caller: Caller = 'editor') =>
  service.json(path, { ...init, headers: { ...CALLERS[caller], accept: 'application/json', ...init.headers } })
const at = (id: string, rest = '') => `/api/items/${id}${rest}`
const own = (word: string, side: 'a' | 'b') => (side === 'a' ? { string: `${word} a` } : { text: `${word} b` })
const patch = (id: string, body: object, rest = '') => ask(at(id, rest), { method: 'PATCH', body })
const post = (path: string, body: object = {}, caller: Caller = 'editor') => ask(path, { method: 'POST', body }, caller)
const bulk = (operations: readonly object[]) => post('/api/items/bulk', { operations })

/** The operations, each with the endpoint of documents that it asks. */
const OPERATIONS: Readonly<Record<string, readonly [endpoint: string | null, act: Act]>> = {
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
  'publish a release': [null, ({ release }) => post(`/admin/releases/${release}/publish`)],
  'add to a release': [
    null,
    ({ id, other }) => post('/admin/release-documents', { release: other, document: `items/${id}` }),
  ],
  'remove from a release': [null, ({ id, release }) => post(`/admin/releases/${release}/remove`, { document: id })],
  'ask for a review': [null, ({ id }) => post('/api/workflow/reviews', { collection: 'items', documentId: id })],
  approve: [null, ({ review }) => post(`/admin/workflow/${review}/approve`, {}, 'admin')],
  reject: [null, ({ review, word }) => post(`/admin/workflow/${review}/reject`, { comment: word }, 'admin')],
  comment: [
    null,
    ({ id, word }, side) =>
      post(`/admin/collaboration/threads?collection=items&document=${id}`, { text: `${word} ${side}` }),
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
  await STANDINGS[standing]?.(id, word)
  const [review] = await service.sql<{ id: string }>('SELECT id FROM workflow_reviews WHERE document_id = ?1', id)
  return { id, word, release, other, review: review?.id ?? null }
}

const answered = ({ status, body }: Answer, { word }: Subject) => [
  status,
  body?.code ?? null,
  body?.data?.status ?? null,
  String(body?.data?.string ?? '').replace(word, 'WORD'),
]
const CONFLICTS = [409, 412]

type Both = (a: () => Promise<Answer>, b: () => Promise<Answer>) => Promise<readonly (Answer | null)[]>

function actOf(name: string): Act {
  const [, act] = OPERATIONS[name] ?? []
  if (!act) throw new Error(`there is no operation ${name}`)
  return act
}

/** Outcome of two operations on a new document: both responses, and every row that is about it. */
async function run(standing: string, first: string, second: string, both: Both) {
  const about = await subject(standing, [first, second])
  const act = (name: string, side: 'a' | 'b') => () => actOf(name)(about, side)
  const answers = await both(act(first, 'a'), act(second, 'b'))
  return {
    answers: answers.map((answer) => answer && answered(answer, about)),
    rows: await outcomeOf(service, tables, about.id, about.word),
  }
}

const names = Object.keys(OPERATIONS)
const standings = Object.keys(STANDINGS)
const pairs = names.flatMap((first, index) => names.slice(index).map((second) => ({ first, second })))
/** Each pair in one standing, in all of them by turns. */
const rows = pairs.map((pair, index) => ({
  ...pair,
  standing: standings[index % standings.length] ?? '',
  /** The statement that is answered late, so that the other operation comes in between. */
  nth: 1 + (index % 6),
}))

/** Operations whose plugins write about a document in statements of their own, after they have read it. */
const APART = ['ask for a review', 'approve', 'reject', 'comment']
const OF_PLUGINS = /^(?:workflow|collaboration)_/

type Outcome = Awaited<ReturnType<typeof run>>

function fits(seen: Outcome, { answers, rows: expected }: Outcome, isApart: boolean): boolean {
  const compared = ({ rows }: Pick<Outcome, 'rows'>) =>
    JSON.stringify(Object.entries(rows).filter(([table]) => !isApart || !OF_PLUGINS.test(table)))
  const isSame = compared({ rows: expected }) === compared(seen)
  return isSame && answers.every((one, at) => one === null || isApart || `${one}` === `${seen.answers[at]}`)
}

/** Every third pair on Node, other ones at each commit: the statements are the same there. */
const tried = process.env.TEST_HOST === 'node' ? rows.filter((_, index) => index % 3 === turn() % 3) : rows

describe('two at once', () => {
  it.each(shareOf(tried, ({ first, second, standing }) => `${first}, ${second}, ${standing}`))(
    '$first and $second, of one that is $standing',
    async ({ first, second, standing, nth }) => {
      const forth = await run(standing, first, second, async (a, b) => [await a(), await b()])
      const back = await run(standing, first, second, async (a, b) => {
        const answer = await b()
        return [await a(), answer]
      })
      const seen = await run(standing, first, second, async (a, b) => {
        await service.fault('DB', 'slow', { nth, delay: 40 })
        const answers = await Promise.all([a(), b()])
        await service.fault('DB', null)
        return answers
      })
      const possible = [forth, back]
      const [isFirstRefused, isSecondRefused] = seen.answers.map((answer) => CONFLICTS.includes(Number(answer?.[0])))
      if (isFirstRefused) possible.push(await run(standing, first, second, async (_, b) => [null, await b()]))
      if (isSecondRefused) possible.push(await run(standing, first, second, async (a) => [await a(), null]))
      const isApart = APART.includes(first) !== APART.includes(second)
      expect(possible.some((one) => fits(seen, one, isApart)) ? [] : { seen, possible }).toEqual([])
    },
  )

  it('leave the database whole', async () => {
    expect(await findBroken(service, manifest)).toEqual([])
  })
})

it('the operations are those of all endpoints that write', () => {
  const writing = ENDPOINTS.filter(({ method }) => method !== 'GET').map(({ operation }) => operation)
  expect(new Set(Object.values(OPERATIONS).flatMap(([endpoint]) => endpoint ?? []))).toEqual(new Set(writing))
})
