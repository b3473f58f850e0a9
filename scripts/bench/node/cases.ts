import type { Shot } from '../load.ts'

/** A kind of request, and what is to be reached: requests a second of one process on one core. */
export interface Case {
  readonly name: string
  readonly expected: number
  readonly aim: number | null
  readonly shot: (index: number) => Shot
  /** Reads are asked of two processes, too. */
  readonly isRead: boolean
}

/**
 * Requests of somebody who is signed in, which no cache answers.
 * @param ids of documents, among which requests go round
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

/** Answered from memory: what anybody asks who is not signed in. */
export const MEMORY_HIT: Case = {
  name: 'memory hit',
  expected: 200,
  aim: 12_000,
  isRead: true,
  shot: () => ({ method: 'GET', path: '/api/posts' }),
}

/** One row by its id, from the same database with nothing but Node before it. */
export function floorCase(ids: readonly string[]): Case {
  return {
    name: 'floor: by id',
    expected: 200,
    aim: null,
    isRead: true,
    shot: (index) => ({ method: 'GET', path: `/${idAt(ids, index)}` }),
  }
}

/** Neighbors in the sample lie far apart in the table. */
function idAt(ids: readonly string[], index: number): string {
  return ids[(index * 197) % ids.length] ?? ''
}
