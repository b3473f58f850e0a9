import { inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { audit, type RequestContext } from 'lintel/kit'
import { media } from '../tables.ts'
import { ensureFolder } from './folder-rows.ts'
import { readFolder } from './names.ts'

/**
 * Moves items into a folder, which is created if necessary.
 * @returns ids of the items that exist
 * @throws HttpError `validation_failed` for an invalid path
 */
export async function moveItems(c: RequestContext, ids: readonly string[], path: string): Promise<string[]> {
  const folder = readFolder(path)
  const now = Date.now()
  const update = c.var.db
    .update(media)
    .set({ folder, updatedAt: now })
    .where(inArray(media.id, sql`(SELECT "value" FROM json_each(${JSON.stringify(ids)}))`))
    .returning({ id: media.id })
  const [first = update, ...rest]: BatchItem<'sqlite'>[] = [...ensureFolder(c.var.db, folder, now), update]
  const results = await c.var.db.batch([first, ...rest])
  const rows = results.at(-1) as { id: string }[] // the columns of `returning`
  await audit(c, { action: 'core-media.bulkMove', collection: 'media' })
  return rows.map(({ id }) => id)
}
