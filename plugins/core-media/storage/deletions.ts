import { asc, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { log, type RequestContext } from 'lintel/kit'
import { mediaDeletions, mediaFiles } from '../tables.ts'
import { deleteFiles } from './delete-files.ts'
import { forgetFiles } from './known-files.ts'
import { storageOf } from './open.ts'

const MINUTE = 60_000
/** Maximum pause between two attempts, in milliseconds. */
const LONGEST = 60 * MINUTE
/** Maximum number of files that one scheduled trigger deletes. */
const AT_ONCE = 100

/**
 * Returns a statement that records files whose bytes are to be deleted. It must be in the batch that deletes their
 * rows.
 */
export function noteDeletions(db: DrizzleD1Database, condition: SQL | undefined) {
  const due = sql<number>`${Date.now() + MINUTE}`.as('due_at')
  const none = sql<number>`0`.as('attempts')
  return db
    .insert(mediaDeletions)
    .select(db.select({ filename: mediaFiles.filename, dueAt: due, attempts: none }).from(mediaFiles).where(condition))
    .onConflictDoNothing()
}

/**
 * Deletes the bytes of files that are recorded as deleted, with everything made from them. Files that the storage
 * cannot delete now stay recorded: they are not served, and later scheduled triggers try again.
 */
export async function deletePending(c: RequestContext, keys: readonly string[]): Promise<void> {
  forgetFiles(keys)
  try {
    const rows = await c.var.db.select().from(mediaDeletions).where(among(keys))
    await deleteBytes(
      c,
      rows.map(({ filename }) => filename),
    )
  } catch (error) {
    log(c, 'warn', { type: 'media', message: 'deleted files remain in storage', keys, error: String(error) })
  }
}

/** Tries again to delete files that the storage could not delete. */
export async function retryDeletions(c: RequestContext): Promise<void> {
  const { db } = c.var
  const due = await db
    .select()
    .from(mediaDeletions)
    .where(lte(mediaDeletions.dueAt, Date.now()))
    .orderBy(asc(mediaDeletions.dueAt))
    .limit(AT_ONCE)
  if (due.length === 0) return
  const keys = due.map(({ filename }) => filename)
  try {
    await deleteBytes(c, keys)
  } catch (error) {
    log(c, 'error', { type: 'media', message: 'deleted files remain in storage', keys, error: String(error) })
    const pause = sql`min(${LONGEST}, ${MINUTE} << min(10, ${mediaDeletions.attempts}))`
    await db
      .update(mediaDeletions)
      .set({ attempts: sql`${mediaDeletions.attempts} + 1`, dueAt: sql`${Date.now()} + ${pause}` })
      .where(among(keys))
  }
}

async function deleteBytes(c: RequestContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await deleteFiles(storageOf(c), keys)
  await c.var.db.delete(mediaDeletions).where(among(keys))
}

/**
 * Returns the condition that a row has one of the keys. The number of keys is not limited, because all of them are
 * bound as one parameter.
 */
function among(keys: readonly string[]): SQL {
  return inArray(mediaDeletions.filename, sql`(SELECT "value" FROM json_each(${JSON.stringify(keys)}))`)
}
