import { sql } from 'drizzle-orm'
import { HttpError, type RequestContext, serviceOf } from 'lintel/kit'
import { seedRecords } from '../tables.ts'

/** Number of items in one transaction. */
const AT_ONCE = 50

/**
 * Removes sample items of the media library that no content uses, with their files. Marks the others as held.
 * @returns how many were removed
 */
export async function clearMedia(c: RequestContext, limit: number): Promise<number> {
  let removed = 0
  for (;;) {
    if (removed >= limit) return removed
    const rows = await c.var.db
      .select({ id: seedRecords.id })
      .from(seedRecords)
      .where(sql`${seedRecords.kind} = 'media' AND NOT ${seedRecords.held}`)
      .limit(AT_ONCE)
    if (rows.length === 0) return removed
    removed += await removeAll(
      c,
      rows.map(({ id }) => id),
    )
  }
}

async function removeAll(c: RequestContext, ids: readonly string[]): Promise<number> {
  const media = await serviceOf(c, 'media')
  const among = sql`"kind" = 'media' AND "id" IN (SELECT "value" FROM json_each(${JSON.stringify(ids)}))`
  try {
    const removed = await media.deleteFiles(ids)
    await c.var.db.delete(seedRecords).where(among)
    return removed.length
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'in_use') throw error
    if (ids.length === 1) {
      await c.var.db.update(seedRecords).set({ held: true }).where(among)
      return 0
    }
    let removed = 0
    for (const id of ids) removed += await removeAll(c, [id])
    return removed
  }
}
