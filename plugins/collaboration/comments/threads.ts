import { asc, desc, eq } from 'drizzle-orm'
import { HttpError, type RequestContext, readableIds, t, users } from 'lintel/kit'
import { collectionNamed, type DocumentAddress } from '../document.ts'
import { PERSON, peopleById, personOf } from '../people.ts'
import {
  type CommentRow,
  collaborationComments as comments,
  collaborationMentions as mentions,
  type ThreadRow,
  collaborationThreads as threads,
} from '../tables.ts'
import type { Comment, Thread } from './objects.ts'
import { isThreadShown } from './shown-field.ts'

/** Comments on a document at most, so that each of its pages can show them all. */
export const MOST_COMMENTS = 500

/** The threads of a document that the caller may read, oldest first; of fields that they do not see, none. */
export async function readThreads(c: RequestContext, { collection, document }: DocumentAddress): Promise<Thread[]> {
  const { db } = c.var
  const onDocument = eq(threads.documentId, document)
  const [found, said, named] = await db.batch([
    db.select().from(threads).where(onDocument).orderBy(asc(threads.createdAt), asc(threads.id)).limit(MOST_COMMENTS),
    db
      .select({ comment: comments, author: PERSON })
      .from(comments)
      .innerJoin(threads, eq(threads.id, comments.threadId))
      .leftJoin(users, eq(users.id, comments.authorId))
      .where(onDocument)
      .orderBy(asc(comments.createdAt), asc(comments.id))
      .limit(MOST_COMMENTS),
    db
      .select({ commentId: mentions.commentId, person: PERSON })
      .from(mentions)
      .innerJoin(comments, eq(comments.id, mentions.commentId))
      .innerJoin(threads, eq(threads.id, comments.threadId))
      .innerJoin(users, eq(users.id, mentions.userId))
      .where(onDocument)
      .orderBy(desc(comments.createdAt), asc(users.username))
      .limit(MOST_COMMENTS),
  ])
  const owner = collectionNamed(c, collection)
  const shown = found.filter(({ collectionId, field }) => collectionId === collection && isThreadShown(c, owner, field))
  const resolver = await peopleById(
    c,
    shown.flatMap(({ resolvedBy }) => resolvedBy ?? []),
  )
  const byThread = Map.groupBy(said, ({ comment }) => comment.threadId)
  const byComment = Map.groupBy(named, ({ commentId }) => commentId)
  return shown.map((row) => ({
    id: row.id,
    collection: row.collectionId,
    document: row.documentId,
    field: row.field,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    resolvedAt: row.resolvedAt === null ? null : iso(row.resolvedAt),
    resolvedBy: row.resolvedBy === null ? null : resolver(row.resolvedBy),
    comments: (byThread.get(row.id) ?? []).map(({ comment, author }) =>
      commentObject(comment, author, byComment.get(comment.id) ?? []),
    ),
  }))
}

/**
 * A thread of a document that the caller may read.
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

type PersonColumns = Parameters<typeof personOf>[0]

function commentObject(
  { id, authorId, text, createdAt }: CommentRow,
  author: PersonColumns | null,
  named: readonly { readonly person: PersonColumns }[],
): Comment {
  return {
    id,
    author: author === null ? { id: authorId, name: null, username: null } : personOf(author),
    text,
    mentions: named.map(({ person }) => personOf(person)),
    createdAt: iso(createdAt),
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

export function noThread(): HttpError {
  return new HttpError('not_found', t('There is no such comment.'))
}
