import type { Shot } from '../load.ts'
import { COMMON_WORD, GROUP, groupWord } from './fill.ts'
import { type Subject, signIn } from './subject.ts'

/** Kind of request to Lintel and to the hand-written worker. */
export interface Case {
  readonly name: string
  readonly title: string
  readonly expected: number
  readonly lintel: (index: number) => Shot
  readonly yardstick: (index: number) => Shot
  /** Tells whether the request only reads, so that its response may be cached. */
  readonly isRead: boolean
}

/** Maximum number of documents that the requests of a case use in turn. */
const SAMPLE = 500
const PAGE = 20

/** Returns the cases for a database with `rows` posts. */
export async function casesOn(subject: Subject, rows: number): Promise<Case[]> {
  const { cursor, time, id } = await positionAt(subject, 0.9)
  const group = Math.floor(rows / GROUP / 2)
  const word = groupWord(group)
  const ids = await sampleIds(subject, rows, group)
  const token = await signIn(subject)
  return [
    ...readsOf('list', 'list newest, with its total', '/api/posts', '/posts'),
    ...readsOf(
      'filter',
      'filter and sort on two fields',
      '/api/posts?featured=true&sort=-publishedAt&count=none',
      '/posts/featured',
    ),
    ...readsOf('cursor', 'cursor page at 90 % depth', `/api/posts?cursor=${cursor}`, `/posts/after/${time}/${id}`),
    ...readsOf('q', `q, ${GROUP} matches`, `/api/posts?q=${word}&count=none`, `/posts/search/${word}`),
    ...readsOf(
      'q-common',
      'q, one document in 20',
      `/api/posts?q=${COMMON_WORD}&count=none`,
      `/posts/search/${COMMON_WORD}`,
    ),
    {
      name: 'id',
      title: 'by id',
      expected: 200,
      isRead: true,
      lintel: (index) => get(`/api/posts/${itemOf(ids, index)}`),
      yardstick: (index) => get(`/posts/${itemOf(ids, index)}`),
    },
    ...readsOf(
      'populate',
      'populate of two references',
      '/api/posts?populate=author,category&count=none',
      '/posts/with-references',
    ),
    ...writes(ids, token),
  ]
}

function readsOf(name: string, title: string, lintel: string, yardstick: string): Case[] {
  return [{ name, title, expected: 200, isRead: true, lintel: () => get(lintel), yardstick: () => get(yardstick) }]
}

function writes(ids: readonly string[], token: string): Case[] {
  const json = { 'Content-Type': 'application/json' }
  const authorized = { ...json, Authorization: `Bearer ${token}` }
  let made = 0
  const newPost = () => {
    made += 1
    const words = `Made ${Date.now()} ${made}`
    return JSON.stringify({ title: words, slug: words.toLowerCase().replaceAll(' ', '-'), status: 'published' })
  }
  const change = (index: number) => JSON.stringify({ summary: `The harvest of the factory, told anew: ${index}` })
  return [
    {
      name: 'create',
      title: 'create',
      expected: 201,
      isRead: false,
      lintel: () => ({ method: 'POST', path: '/api/posts', headers: authorized, body: newPost() }),
      yardstick: () => ({ method: 'POST', path: '/posts', headers: json, body: newPost() }),
    },
    {
      name: 'update',
      title: 'update',
      expected: 200,
      isRead: false,
      lintel: (index) => ({
        method: 'PATCH',
        path: `/api/posts/${itemOf(ids, index)}`,
        headers: authorized,
        body: change(index),
      }),
      yardstick: (index) => ({
        method: 'PATCH',
        path: `/posts/${itemOf(ids, index)}`,
        headers: json,
        body: change(index),
      }),
    },
  ]
}

function get(path: string): Shot {
  return { method: 'GET', path }
}

/** Returns an item of the sample. Consecutive indexes yield documents that are far apart in the table. */
function itemOf(ids: readonly string[], index: number): string {
  return ids[(index * 197) % ids.length] ?? ''
}

/**
 * Returns ids of published posts from all parts of the table.
 * @param group group of posts that a search looks for, which updates must not change
 */
async function sampleIds(subject: Subject, rows: number, group: number): Promise<string[]> {
  const step = Math.max(1, Math.floor(rows / SAMPLE))
  const [found = []] = await subject.sql(
    `SELECT "id" FROM "posts" WHERE "status" = 'published' AND rowid <= ${rows} AND rowid % ${step} = 0
      AND rowid / ${GROUP} <> ${group} LIMIT ${SAMPLE}`,
  )
  return found.map(({ id }) => String(id))
}

/**
 * Returns a position in the default list: a cursor, and the keys of the last document before it.
 * @param depth share of the list before the position, from 0 to 1
 */
async function positionAt(subject: Subject, depth: number) {
  const first = await readList(subject, '/api/posts?limit=1')
  const page = Math.max(1, Math.floor(((first.pagination.total ?? 0) * depth) / PAGE))
  const { data, pagination } = await readList(subject, `/api/posts?limit=${PAGE}&page=${page}`)
  const last = data.at(-1)
  if (last === undefined || !pagination.nextCursor) throw new Error('There are too few posts for a page at that depth.')
  return { cursor: pagination.nextCursor, time: Date.parse(last.createdAt), id: last.id }
}

interface ListAnswer {
  readonly data: readonly { readonly id: string; readonly createdAt: string }[]
  readonly pagination: { readonly total?: number; readonly nextCursor: string | null }
}

async function readList({ url }: Subject, path: string): Promise<ListAnswer> {
  const answer = await fetch(new URL(path, url))
  if (!answer.ok) throw new Error(`${path} responded with ${answer.status}`)
  return answer.json() as Promise<ListAnswer>
}
