import { eq, inArray } from 'drizzle-orm'
import type { Hook } from 'lintel'
import { hasTrash } from 'lintel/kit'
import {
  collaborationComments as comments,
  collaborationMentions as mentions,
  collaborationThreads as threads,
} from '../tables.ts'

/** Deletes the comments of a deleted document. A document in the trash keeps them, since it can be restored. */
export const forgetComments: Hook = async ({ event, collection, id }, c) => {
  if (id === undefined || (event === 'content:delete' && hasTrash(c, collection))) return
  const { db } = c.var
  const ownThreads = db.select({ id: threads.id }).from(threads).where(eq(threads.documentId, id))
  const ownComments = db.select({ id: comments.id }).from(comments).where(inArray(comments.threadId, ownThreads))
  await db.batch([
    db.delete(mentions).where(inArray(mentions.commentId, ownComments)),
    db.delete(comments).where(inArray(comments.threadId, ownThreads)),
    db.delete(threads).where(eq(threads.documentId, id)),
  ])
}
