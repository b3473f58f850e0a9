import { asc, desc, eq, getTableColumns } from 'drizzle-orm'
import { HttpError, type RequestContext, readableIds, t, users } from 'lintel/kit'
import { collectionNamed, type DocumentAddress } from '../document.ts'
import { NAME, personOf } from '../people.ts'
import {
  collaborationComments as comments,
  collaborationMentions as mentions,
  type ThreadRow,
  collaborationThreads as threads,
} from '../tables.ts'
import type { Thread } from './objects.ts'
import { isThreadShown } from './shown-field.ts'

/** Maximum number of comments on a document. Pages show all of them. */
export const MOST_COMMENTS = 500

/**
 * Returns the threads on a document, oldest first, without those on fields that the caller may not see. Does not check
 * whether the caller may read the document. Takes one round trip. Rows of the batch are objects, so each column needs a
 * name of its own.
 */
export async function readThreads(c: RequestContext, { collection, document }: DocumentAddress): Promise<Thread[]> {
  const { db } = c.var
  const onDocument = eq(threads.documentId, document)
  const [found, commentRows, named] = await db.batch([
    db
      .select({ ...getTableColumns(threads), ...NAME })
      .from(threads)
      .leftJoin(users, eq(users.id, threads.resolvedBy))
      .where(onDocument)
      .orderBy(asc(threads.createdAt), asc(threads.id))
      .limit(MOST_COMMENTS),
    db
      .select({ ...getTableColumns(comments), ...NAME })
      .from(comments)
      .innerJoin(threads, eq(threads.id, comments.threadId))
      .leftJoin(users, eq(users.id, comments.authorId))
      .where(onDocument)
      .orderBy(asc(comments.createdAt), asc(comments.id))
      .limit(MOST_COMMENTS),
    db
      .select({ ...getTableColumns(mentions), ...NAME })
      .from(mentions)
      .innerJoin(comments, eq(comments.id, mentions.commentId))
      .innerJoin(threads, eq(threads.id, comments.threadId))
      .innerJoin(users, eq(users.id, mentions.userId))
      .where(onDocument)
      .orderBy(desc(comments.createdAt), asc(users.username))
      .limit(MOST_COMMENTS),
  ])
  const owner = collectionNamed(c, collection)
  const byThread = Map.groupBy(commentRows, ({ threadId }) => threadId)
  const byComment = Map.groupBy(named, ({ commentId }) => commentId)
  return found
    .filter(({ collectionId, field }) => collectionId === collection && isThreadShown(c, owner, field))
    .map((row) => ({
      id: row.id,
      collection: row.collectionId,
      document: row.documentId,
      field: row.field,
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
      resolvedAt: row.resolvedAt === null ? null : iso(row.resolvedAt),
      resolvedBy: row.resolvedBy === null ? null : personOf(row.resolvedBy, row),
      comments: (byThread.get(row.id) ?? []).map((comment) => ({
        id: comment.id,
        author: personOf(comment.authorId, comment),
        text: comment.text,
        mentions: (byComment.get(comment.id) ?? []).map((mention) => personOf(mention.userId, mention)),
        createdAt: iso(comment.createdAt),
      })),
    }))
}

/**
 * Finds a thread on a document that the caller may read.
 * @throws HttpError `not_found`
 */
export async function findThread(c: RequestContext, id: string): Promise<ThreadRow> {
  const [row] = await c.var.db.select().from(threads).where(eq(threads.id, id))
  if (row === undefined) throw noThread()
  const readable = await readableIds(c, new Map([[row.collectionId, [row.documentId]]]))
  if (!readable.get(row.collectionId)?.has(row.documentId)) throw noThread()
  if (!isThreadShown(c, collectionNamed(c, row.collectionId), row.field)) throw noThread()
  return row
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

export function noThread(): HttpError {
  return new HttpError('not_found', t('There is no such comment.'))
}
