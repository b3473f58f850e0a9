import { defineRoute } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { documentAddress, formOf, readableCollection } from '../document.ts'
import { person } from '../people.ts'
import type { ThreadRow } from '../tables.ts'
import { WRITERS } from '../writers.ts'
import { suggestPeople } from './mentions.ts'
import { commentText, openThread, type Thread, thread } from './objects.ts'
import { listOpenThreads } from './open-threads.ts'
import { noThread, readThreads } from './threads.ts'
import { beginThread, replyTo, setResolved } from './write.ts'

export const list = defineRoute({
  method: 'GET',
  path: '/admin/collaboration',
  access: WRITERS,
  summary:
    'Open comments, newest first: those that mention the caller, those that the caller wrote or replied to, or all',
  input: {
    query: z.strictObject({
      show: z.enum(['mentions', 'joined', 'all']).default('mentions'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
  },
  returns: z.strictObject({ data: z.array(openThread) }),
  load: async (c, { query: { show, limit } }) => ({ data: await listOpenThreads(c, show, limit) }),
  page: () => import('./list-page.tsx'),
})

export const threads = defineRoute({
  method: 'GET',
  path: '/admin/collaboration/threads',
  access: WRITERS,
  summary: 'Comments on a document, by thread',
  input: { query: documentAddress },
  returns: z.strictObject({ data: z.array(thread) }),
  problems: ['not_found'],
  load: async (c, { query }) => {
    await readableCollection(c, query)
    return { data: await readThreads(c, query) }
  },
  page: async () => (await import('./threads-page.tsx')).threadsPage,
})

export const people = defineRoute({
  method: 'GET',
  path: '/admin/collaboration/people',
  access: WRITERS,
  summary: 'People whose name begins with `q`, and whom a comment on the document can mention',
  input: { query: documentAddress.extend({ q: z.string().trim().min(1).max(64) }) },
  returns: z.strictObject({ data: z.array(person) }),
  problems: ['not_found'],
  load: async (c, { query: { q, ...address } }) => {
    const collection = await readableCollection(c, address)
    return { data: [...(await suggestPeople(c, collection, q))] }
  },
})

const returns = z.strictObject({ data: thread })
const fragment = async () => (await import('./threads-page.tsx')).threadsFragment
const again = async () => (await import('./threads-page.tsx')).threadAgain

export const begin = defineRoute({
  method: 'POST',
  path: '/admin/collaboration/threads',
  access: WRITERS,
  summary: 'Comment on a document, or on one of its fields; `@username` mentions somebody',
  input: {
    query: documentAddress,
    body: z.strictObject({ text: commentText, field: z.string().min(1).max(100).nullable().optional() }),
  },
  returns,
  status: 201,
  problems: ['not_found', 'conflict', 'rate_limited'],
  act: async (c, { query, body }) => ({ data: await asThread(c, await beginThread(c, query, body)) }),
  to: toThread,
  fragment,
  again: async () => (await import('./threads-page.tsx')).threadsPage,
})

export const reply = defineRoute({
  method: 'POST',
  path: '/admin/collaboration/threads/:id/comments',
  access: WRITERS,
  summary: 'Reply to a comment',
  input: { body: z.strictObject({ text: commentText }) },
  returns,
  status: 201,
  problems: ['not_found', 'conflict', 'invalid_transition', 'rate_limited'],
  act: async (c, { params, body }) => ({ data: await asThread(c, await replyTo(c, params.id, body.text)) }),
  to: toThread,
  fragment,
  again,
})

export const resolve = resolving('resolve', true, 'Resolve a thread')
export const reopen = resolving('reopen', false, 'Reopen a resolved thread')

function resolving(word: string, isResolved: boolean, summary: string) {
  return defineRoute({
    method: 'POST',
    path: `/admin/collaboration/threads/:id/${word}`,
    access: WRITERS,
    summary,
    returns,
    problems: ['not_found'],
    act: async (c, { params }) => ({ data: await asThread(c, await setResolved(c, params.id, isResolved)) }),
    to: toThread,
    fragment,
    again,
  })
}

/**
 * Reads the comments of a thread.
 * @throws HttpError `not_found` if it was deleted in the meantime
 */
async function asThread(c: RequestContext, { id, collectionId, documentId }: ThreadRow): Promise<Thread> {
  const all = await readThreads(c, { collection: collectionId, document: documentId })
  const found = all.find((each) => each.id === id)
  if (found) return found
  throw noThread()
}

function toThread({ data }: { readonly data: Pick<Thread, 'id' | 'collection' | 'document'> }): string {
  return formOf(data, `#thread-${data.id}`)
}
