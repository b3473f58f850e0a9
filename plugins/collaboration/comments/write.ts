import { eq } from 'drizzle-orm'
import {
  countRequest,
  HttpError,
  type ManifestCollection,
  type RequestContext,
  runStatements,
  sqlText,
  t,
  uuidv7,
} from 'lintel/kit'
import { collectionNamed, type DocumentAddress, noDocument, readableCollection, requireCaller } from '../document.ts'
import { type ThreadRow, collaborationThreads as threads } from '../tables.ts'
import { type Colleague, mentionedIn } from './mentions.ts'
import { notifyMentioned } from './notify.ts'
import { fieldOf, isThreadShown } from './shown-field.ts'
import { findThread, MOST_COMMENTS } from './threads.ts'

/** Maximum number of comments that mention others that one person may write in an hour: each may send emails. */
const MOST_MENTIONS_AN_HOUR = 60

/**
 * Begins a thread on a document, or on one of its fields.
 * @throws HttpError `not_found`, `validation_failed` for an unknown field, `conflict` if the document already has the
 * maximum number of comments, `rate_limited` after too many mentions
 */
export async function beginThread(
  c: RequestContext,
  address: DocumentAddress,
  { text, field = null }: { readonly text: string; readonly field?: string | null | undefined },
): Promise<ThreadRow> {
  const collection = await readableCollection(c, address)
  if (field !== null && (fieldOf(collection, field) === null || !isThreadShown(c, collection, field))) {
    const message = t('The collection has no such field.')
    throw new HttpError('validation_failed', undefined, { errors: [{ path: 'field', code: 'unknown_field', message }] })
  }
  const now = Date.now()
  const thread: ThreadRow = {
    id: uuidv7(),
    collectionId: address.collection,
    documentId: address.document,
    field,
    createdAt: now,
    updatedAt: now,
    resolvedBy: null,
    resolvedAt: null,
  }
  const { id, collectionId, documentId } = thread
  const begin = { sql: BEGIN, values: [id, collectionId, documentId, field, now, MOST_COMMENTS] }
  await write(c, thread, text, collection, [begin])
  return thread
}

/**
 * Adds a comment to a thread.
 * @throws HttpError `not_found`, `conflict` if the document has the maximum number of comments, `invalid_transition`
 * for a resolved thread, `rate_limited` after too many mentions
 */
export async function replyTo(c: RequestContext, threadId: string, text: string): Promise<ThreadRow> {
  const thread = await findThread(c, threadId)
  if (thread.resolvedAt !== null)
    throw new HttpError('invalid_transition', t('This comment is resolved: reopen it to reply.'))
  await write(c, thread, text, collectionNamed(c, thread.collectionId), [])
  return thread
}

/**
 * Resolves a thread, or reopens it. Doing so a second time changes nothing.
 * @throws HttpError `not_found`
 */
export async function setResolved(c: RequestContext, threadId: string, isResolved: boolean): Promise<ThreadRow> {
  const thread = await findThread(c, threadId)
  if ((thread.resolvedAt !== null) === isResolved) return thread
  const change = isResolved
    ? { resolvedBy: requireCaller(c).id, resolvedAt: Date.now() }
    : { resolvedBy: null, resolvedAt: null }
  await c.var.db.update(threads).set(change).where(eq(threads.id, threadId))
  return { ...thread, ...change }
}

/**
 * Writes a comment and its mentions, after the statements that its thread needs, in one transaction; then notifies the
 * people mentioned.
 */
async function write(
  c: RequestContext,
  thread: ThreadRow,
  text: string,
  collection: ManifestCollection,
  before: Parameters<typeof runStatements>[1],
): Promise<void> {
  const author = requireCaller(c)
  const people = await mentionedIn(c, text, collection, thread.field)
  const recipients = people.filter(({ id }) => id !== author.id)
  if (recipients.length > 0) await countMentions(c, author.id)
  const id = uuidv7()
  const now = Date.now()
  const results = await runStatements(c, [
    ...before,
    { sql: ADD, values: [id, thread.id, author.id, text, now, MOST_COMMENTS, thread.documentId] },
    { sql: TOUCH, values: [thread.id, now] },
    { sql: MENTION, values: [id, JSON.stringify(recipients.map((person) => person.id))] },
  ])
  if (results[before.length]?.length === 0) throw await refusal(c, thread)
  await notifyMentioned(c, { thread, collection, text, people: recipients as readonly Colleague[] })
}

function countMentions(c: RequestContext, author: string): Promise<void> {
  const limit = { key: `collaboration:mentions:${author}`, max: MOST_MENTIONS_AN_HOUR, window: 3600 }
  return countRequest(c.var.db, [limit], t('Too many mentions in an hour. Try again later.'))
}

/**
 * Returns the reason why nothing was written: the caller can no longer read the document, or the document has too many
 * comments.
 */
async function refusal(c: RequestContext, { collectionId, documentId }: ThreadRow): Promise<HttpError> {
  const address = { collection: collectionId, document: documentId }
  const isThere = await readableCollection(c, address).then(
    () => true,
    () => false,
  )
  if (!isThere) return noDocument()
  return new HttpError('conflict', t('A document can have at most {max} comments.', { max: MOST_COMMENTS }))
}

/**
 * Returns SQL that counts the comments on a document.
 * @param document parameter with the document's id, such as `?7`
 */
const countOn = (document: string) =>
  sqlText`
    (SELECT count(*)
    FROM "collaboration_comments" AS "each"
    JOIN "collaboration_threads" AS "of" ON "of"."id" = "each"."thread_id"
    WHERE "of"."document_id" = ${document})
  `

/** ?1: thread, ?2: collection, ?3: document, ?4: field, ?5: now, ?6: maximum number of comments on a document. */
const BEGIN = `INSERT INTO "collaboration_threads" ("id", "collection_id", "document_id", "field", "created_at", "updated_at")
SELECT ?1, ?2, ?3, ?4, ?5, ?5 FROM "content" WHERE "id" = ?3 AND "collection_id" = ?2 AND ${countOn('?3')} < ?6`

/**
 * ?1: comment, ?2: thread, ?3: author, ?4: text, ?5: now, ?6: maximum number of comments on a document, ?7: document.
 */
const ADD = `INSERT INTO "collaboration_comments" ("id", "thread_id", "author_id", "text", "created_at")
SELECT ?1, "id", ?3, ?4, ?5 FROM "collaboration_threads" WHERE "id" = ?2 AND ${countOn('?7')} < ?6 RETURNING "id"`

const TOUCH = 'UPDATE "collaboration_threads" SET "updated_at" = max("updated_at", ?2) WHERE "id" = ?1'

/** ?1: comment, ?2: ids of people as a JSON array. */
const MENTION = `INSERT INTO "collaboration_mentions" ("comment_id", "user_id")
SELECT "comment"."id", "named"."value" FROM json_each(?2) AS "named" JOIN "collaboration_comments" AS "comment" ON "comment"."id" = ?1`
