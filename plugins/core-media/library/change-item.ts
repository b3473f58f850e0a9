import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { audit, forgetGenerations, HttpError, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { type ItemRow, media } from '../tables.ts'
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

/** Maximum number of attempts if others change the item in the meantime. */
const MAX_TRIES = 4

/**
 * Changes an item's description, or moves it.
 * @throws HttpError `not_found`; `validation_failed` for an invalid folder; `conflict` if others keep changing the item
 */
export async function changeItem(
  c: RequestContext,
  itemId: string,
  changes: z.output<typeof itemChanges>,
): Promise<ItemObject> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const { item, file } = await requireItem(c, itemId)
    const changed = await write(c, item, changes)
    if (changed === undefined) continue
    forgetGenerations(c)
    await audit(c, { action: 'core-media.change', collection: 'media', id: item.id })
    return itemObject(c, { item: changed, file })
  }
  throw new HttpError('conflict', t('The same files keep being changed. Try again.'))
}

/**
 * Writes the given properties, unless the description has changed since it was read: the text that is searched is made
 * from the whole description.
 * @returns the row as it is now; `undefined` if it has changed, or is gone
 */
async function write(
  { var: { db } }: RequestContext,
  item: ItemRow,
  { focalPoint, folder: path, ...words }: z.output<typeof itemChanges>,
): Promise<ItemRow | undefined> {
  const updatedAt = Date.now()
  const folder = path === undefined ? undefined : readFolder(path)
  const described = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined))
  const values = {
    ...described,
    ...(folder === undefined ? {} : { folder }),
    ...(focalPoint === undefined ? {} : { focalX: focalPoint?.x ?? null, focalY: focalPoint?.y ?? null }),
    updatedAt,
    searchText: searchTextOf({ ...item, ...described }),
  }
  const update = db
    .update(media)
    .set(values)
    .where(and(eq(media.id, item.id), isDescribedAs(item)))
    .returning()
  const isMoved = exists(
    db
      .select({ id: media.id })
      .from(media)
      .where(and(eq(media.id, item.id), eq(media.folder, folder ?? ''))),
  )
  const folders = folder === undefined ? [] : ensureFolder(db, folder, updatedAt, isMoved)
  const [[row]] = await db.batch([update, ...folders])
  return row
}

function isDescribedAs({ title, alt, tags }: ItemRow): SQL | undefined {
  return and(
    sql`${media.title} IS ${title}`,
    sql`${media.alt} IS ${alt}`,
    sql`coalesce(${media.tags}, '[]') = ${JSON.stringify(tags ?? [])}`,
  )
}
