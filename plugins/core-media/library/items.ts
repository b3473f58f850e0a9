import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { type RequestContext, readableUses, type Use } from 'lintel/kit'
import type { MediaKind } from '../media-types.ts'
import type { Item } from '../tables.ts'
import { media, mediaFiles, mediaUsages } from '../tables.ts'

export async function findItem(db: DrizzleD1Database, id: string): Promise<Item | undefined> {
  const [found] = await findItems(db, [id])
  return found
}

/**
 * Returns items by id, with their files; unknown ids are left out. The number of ids is not limited, because all of
 * them are bound as one parameter.
 */
export async function findItems(db: DrizzleD1Database, ids: readonly string[]): Promise<Item[]> {
  return selectItems(db).where(isAmong(ids))
}

function isAmong(ids: readonly string[]): SQL {
  return inArray(media.id, sql`(SELECT "value" FROM json_each(${JSON.stringify(ids)}))`)
}

/** Returns the places where content uses an item, limited to documents that the caller may read. */
export async function findReadableUsages(c: RequestContext, id: string): Promise<Use[]> {
  return readableUses(c, await findUsages(c.get('db'), id))
}

function findUsages(db: DrizzleD1Database, id: string): Promise<Use[]> {
  return db
    .select({ collection: mediaUsages.collectionId, id: mediaUsages.documentId, field: mediaUsages.field })
    .from(mediaUsages)
    .where(eq(mediaUsages.mediaId, id))
    .orderBy(mediaUsages.collectionId, mediaUsages.documentId, mediaUsages.field)
}

export interface ItemFilter {
  readonly type?: MediaKind | undefined
  /** Path of the folder to list, without its subfolders; `undefined` for all folders. */
  readonly folder?: string | undefined
  readonly tag?: string | undefined
  /** Ids of the items to list. Default: all items. */
  readonly ids?: readonly string[] | undefined
  /** Words that must all occur in the name, title, alternative text or tags. */
  readonly q?: string | undefined
}

/** Columns by which lists can be sorted. */
const SORTED = {
  createdAt: media.createdAt,
  updatedAt: media.updatedAt,
  originalName: media.originalName,
  title: media.title,
  size: mediaFiles.size,
} as const

// The names are the keys above.
export const SORTS = Object.keys(SORTED).flatMap((name) => [name, `-${name}`]) as [ItemSort, ...ItemSort[]]
export type ItemSort = keyof typeof SORTED | `-${keyof typeof SORTED}`

/** Returns a page of the library, and the total number of items. */
export async function listItems(
  db: DrizzleD1Database,
  filter: ItemFilter,
  { sort, page, limit }: { readonly sort: ItemSort; readonly page: number; readonly limit: number },
): Promise<{ items: Item[]; total: number }> {
  const where = conditionsOf(filter)
  // These queries are not a batch: a batch returns rows by column name, and the two tables share names.
  const [items, [counted]] = await Promise.all([
    selectItems(db)
      .where(where)
      .orderBy(...orderOf(sort))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(media).where(where),
  ])
  return { items, total: counted?.total ?? 0 }
}

function selectItems(db: DrizzleD1Database) {
  return db.select({ item: media, file: mediaFiles }).from(media).innerJoin(mediaFiles, eq(mediaFiles.id, media.fileId))
}

function orderOf(sort: ItemSort): SQL[] {
  const isDescending = sort.startsWith('-')
  const column = SORTED[sort.replace(/^-/, '') as keyof typeof SORTED] // SORTS contains nothing else
  const direction = isDescending ? desc : asc
  return [direction(column), direction(media.id)]
}

function conditionsOf({ type, folder, tag, ids, q }: ItemFilter): SQL | undefined {
  const words = (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return and(
    type && eq(media.kind, type),
    folder === undefined ? undefined : eq(media.folder, folder),
    ids && isAmong(ids),
    tag === undefined ? undefined : sql`EXISTS (SELECT 1 FROM json_each(${media.tags}) WHERE "value" = ${tag})`,
    ...words.map((word) => sql`instr(${media.searchText}, ${word}) > 0`),
  )
}
