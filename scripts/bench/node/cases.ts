import type { Shot } from '../load.ts'

/** Kind of request. */
export interface Case {
  readonly name: string
  readonly expected: number
  /** Target in requests per second, for one process on one core; `null` for none. */
  readonly aim: number | null
  readonly shot: (index: number) => Shot
  /** Tells whether the request only reads. Only reads are also measured with two processes. */
  readonly isRead: boolean
}

/**
 * Returns requests of a signed-in user, which the cache does not serve.
 * @param ids documents that requests use in turn
 */
export function casesOf(token: string, ids: readonly string[]): Case[] {
  const headers = { Authorization: `Bearer ${token}` }
  const json = { ...headers, 'Content-Type': 'application/json' }
  const get = (path: string): Shot => ({ method: 'GET', path, headers })
  let made = 0
  const newPost = () => {
    made += 1
    const words = `Made ${Date.now()} ${made}`
    return JSON.stringify({ title: words, slug: words.toLowerCase().replaceAll(' ', '-'), status: 'published' })
  }
  return [
    { name: 'newest 20, with their total', expected: 200, aim: 3000, isRead: true, shot: () => get('/api/posts') },
    {
      name: 'filter and sort',
      expected: 200,
      aim: 3000,
      isRead: true,
      shot: () => get('/api/posts?featured=true&sort=-publishedAt&count=none'),
    },
    {
      name: 'by id',
      expected: 200,
      aim: 6000,
      isRead: true,
      shot: (index) => get(`/api/posts/${idAt(ids, index)}`),
    },
    {
      name: 'create',
      expected: 201,
      aim: 1500,
      isRead: false,
      shot: () => ({ method: 'POST', path: '/api/posts', headers: json, body: newPost() }),
    },
  ]
}

/** Request that is served from memory, since the user is not signed in. */
export const MEMORY_HIT: Case = {
  name: 'memory hit',
  expected: 200,
  aim: 12_000,
  isRead: true,
  shot: () => ({ method: 'GET', path: '/api/posts' }),
}

/** Returns a request for one row by its id, from a server that is only Node and the same database. */
export function floorCase(ids: readonly string[]): Case {
  return {
    name: 'floor: by id',
    expected: 200,
    aim: null,
    isRead: true,
    shot: (index) => ({ method: 'GET', path: `/${idAt(ids, index)}` }),
  }
}

/** Returns an id of the sample. Consecutive indexes yield documents that are far apart in the table. */
function idAt(ids: readonly string[], index: number): string {
  return ids[(index * 197) % ids.length] ?? ''
}
