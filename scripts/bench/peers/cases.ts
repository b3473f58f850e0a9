import type { Shot } from '../load.ts'
import { asker } from './ask.ts'
import { type Expected, madePost, PAGE, postNumber } from './posts.ts'
import { dropDeclaredIndexes, type Filled, type Subject } from './subject.ts'

/** Kind of request that is measured. */
export interface Case {
  readonly name: string
  readonly title: string
  /** Status of a correct response. */
  status(subject: Subject): number
  /** Returns the request at an index. */
  shot(filled: Filled, expected: Expected, index: number): Shot
  /**
   * Sends a request, and compares the response with the expected one.
   * @throws Error that says what differs
   */
  check(filled: Filled, expected: Expected): Promise<void>
}

const FILTER: Case = {
  name: 'filter',
  title: `${PAGE} posts of a category, sorted by a number`,
  status: () => 200,
  shot: (filled, { category }) => get(filled, filled.subject.peer.requests.filtered(category)),
  async check(filled, { category, filtered: right }) {
    const { filtered, rowsOf, filteredRowsOf = rowsOf } = filled.subject.peer.requests
    compare(filteredRowsOf(await ask(filled, filtered(category))), right)
  },
}

export const CASES: readonly Case[] = [
  {
    name: 'newest',
    title: `newest ${PAGE}`,
    status: () => 200,
    shot: (filled) => get(filled, filled.subject.peer.requests.newest),
    async check(filled, { newest }) {
      const { newest: path, rowsOf } = filled.subject.peer.requests
      compare(rowsOf(await ask(filled, path)), newest)
    },
  },
  FILTER,
  {
    name: 'id',
    title: 'one post by id',
    status: () => 200,
    shot: (filled, _, index) => get(filled, filled.subject.peer.requests.byId(itemOf(filled.ids, index).id)),
    async check(filled) {
      const { byId, rowOf } = filled.subject.peer.requests
      for (const index of [0, 1, 2]) {
        const { id, title } = itemOf(filled.ids, index)
        const answer = await ask(filled, byId(id))
        compare([rowOf(answer)], [title])
        requireSameShape(answer, filled.subject.first)
      }
    },
  },
  {
    name: 'search',
    title: `full text, ${PAGE} matches`,
    status: () => 200,
    shot: (filled, { word }) => get(filled, filled.subject.peer.requests.search(word)),
    async check(filled, { word, search: right }) {
      const { search, rowsOf } = filled.subject.peer.requests
      const rows = rowsOf(await ask(filled, search(word)))
      const order = [...right]
      compare(
        [...rows].sort((a, b) => order.indexOf(a.title) - order.indexOf(b.title)),
        order,
      )
    },
  },
  {
    name: 'create',
    title: 'create',
    status: ({ peer }) => peer.requests.create.status,
    shot(filled, _, index) {
      const { path, body } = filled.subject.peer.requests.create
      const headers = { ...filled.subject.headers, 'Content-Type': 'application/json' }
      return { method: 'POST', path, headers, body: JSON.stringify(body(madePost(index))) }
    },
    async check(filled) {
      const { create, byId, rowOf } = filled.subject.peer.requests
      const made = { ...postNumber(1), title: 'Post made to be read', slug: `read-${Date.now()}`, category: 'made' }
      const { id } = rowOf(await ask(filled, create.path, create.body(made)))
      compare([rowOf(await ask(filled, byId(String(id))))], [made.title])
    },
  },
]

/** The case `filter` without the indexes that projects declare. It drops them, so it runs last. */
export const UNDECLARED: Case = {
  ...FILTER,
  name: 'undeclared',
  title: `${FILTER.title}, no index declared`,
  async check(filled, expected) {
    dropDeclaredIndexes(filled.subject)
    await FILTER.check(filled, expected)
  },
}

/** All cases, in the order of the table. */
export const REPORTED: readonly Case[] = CASES.flatMap((one) => (one === FILTER ? [one, UNDECLARED] : [one]))

function get({ subject }: Filled, path: string): Shot {
  return { method: 'GET', path, headers: subject.headers }
}

function ask({ subject, running }: Filled, path: string, body?: unknown): Promise<unknown> {
  return asker(running.url, subject.headers)(body === undefined ? 'GET' : 'POST', path, body)
}

/** Returns an item of the sample. Consecutive indexes yield posts that are far apart in the table. */
function itemOf(ids: Filled['ids'], index: number): Filled['ids'][number] {
  const item = ids[(index * 197) % ids.length]
  if (!item) throw new Error('There are no posts to ask for.')
  return item
}

function compare(rows: readonly { readonly title: string }[], right: readonly string[]): void {
  if (rows.length !== right.length) throw new Error(`${rows.length} rows, not ${right.length}`)
  const at = rows.findIndex(({ title }, index) => title !== right[index])
  if (at >= 0) throw new Error(`row ${at + 1} is “${rows[at]?.title}”, not “${right[at]}”`)
}

/** Checks that a post inserted by SQL has the same fields, of the same types, as the post that the API created. */
function requireSameShape(answer: unknown, first: unknown): void {
  const [filled, written] = [shapeOf(answer), shapeOf(first)]
  if (filled !== written) throw new Error(`a filled post reads as ${filled}, a written one as ${written}`)
}

function shapeOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`
  return `{${Object.entries(value)
    .map(([key, part]) => `${key}:${shapeOf(part)}`)
    .sort()
    .join()}}`
}
