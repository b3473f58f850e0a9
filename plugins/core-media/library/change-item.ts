import { eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { audit, forgetGenerations, type RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { media } from '../tables.ts'
import { ensureFolder } from './folder-rows.ts'
import { type ItemObject, itemObject } from './item-object.ts'
import { readFolder } from './names.ts'
import { requireItem } from './read-item.ts'
import { searchTextOf } from './search-text.ts'
import { MAX_TAGS, tag } from './tag-items.ts'

const part = z.number().min(0).max(1)

/** Changes to an item; absent properties stay as they are. */
export const itemChanges = z.strictObject({
  title: z.string().max(500).nullable().optional(),
  alt: z.string().max(2000).nullable().optional(),
  tags: z
    .array(tag)
    .max(MAX_TAGS)
    .transform((names) => [...new Set(names)])
    .optional(),
  folder: z.string().max(500).optional(),
  focalPoint: z.strictObject({ x: part, y: part }).nullable().optional(),
})

/**
 * Changes an item's description, or moves it.
 * @throws HttpError `not_found`; `validation_failed` for an invalid folder
 */
export async function changeItem(
  c: RequestContext,
  itemId: string,
  { focalPoint, folder, ...words }: z.output<typeof itemChanges>,
): Promise<ItemObject> {
  const { item, file } = await requireItem(c, itemId)
  const changed = {
    ...item,
    ...Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)),
    ...(folder === undefined ? {} : { folder: readFolder(folder) }),
    ...(focalPoint === undefined ? {} : { focalX: focalPoint?.x ?? null, focalY: focalPoint?.y ?? null }),
    updatedAt: Date.now(),
  }
  const row = { ...changed, searchText: searchTextOf({ ...changed, tags: changed.tags ?? null }) }
  const { id, ...values } = row
  const update = c.var.db.update(media).set(values).where(eq(media.id, id)).returning({ id: media.id })
  const folders = folder === undefined ? [] : ensureFolder(c.var.db, row.folder, row.updatedAt)
  const [first = update, ...rest]: BatchItem<'sqlite'>[] = [...folders, update]
  await c.var.db.batch([first, ...rest])
  forgetGenerations(c)
  await audit(c, { action: 'core-media.change', collection: 'media', id })
  return itemObject(c, { item: row, file })
}
