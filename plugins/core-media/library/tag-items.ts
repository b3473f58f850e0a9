import { audit, HttpError, type RequestContext, runStatements, t } from 'lintel/kit'
import * as z from 'zod'
import type { ItemRow } from '../tables.ts'
import { findItems } from './items.ts'
import { searchTextOf } from './search-text.ts'

/** Schema of a tag: 1 to 50 characters. */
export const tag = z.string().trim().min(1).max(50)
/** Maximum number of tags of an item. */
export const MAX_TAGS = 50
/** Maximum number of attempts if others change the items in the meantime. */
const MAX_TRIES = 4

export interface TagChanges {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/**
 * Adds tags to items and removes others, in one statement per attempt, however many items there are.
 * @returns ids of the items that exist
 * @throws HttpError `validation_failed` if an item would have too many tags; `conflict` if others keep changing an
 * item. If others change some items in the meantime, the rest may already have their tags
 */
export async function tagItems(c: RequestContext, ids: readonly string[], changes: TagChanges): Promise<string[]> {
  const found = await writeTags(c, ids, changes)
  await audit(c, { action: 'core-media.bulkTag', collection: 'media' })
  return found
}

async function writeTags(c: RequestContext, ids: readonly string[], changes: TagChanges): Promise<string[]> {
  let waiting = ids
  const found: string[] = []
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const items = (await findItems(c.var.db, waiting)).map(({ item }) => item)
    if (attempt === 1) found.push(...items.map(({ id }) => id))
    const rows = items.flatMap((item) => rowOf(item, changes))
    if (rows.length === 0) return found
    const values = [JSON.stringify(rows), Date.now()]
    const [changed = []] = await runStatements(c, [{ sql: UPDATE, values }])
    const done = new Set(changed.map(({ id }) => id))
    waiting = rows.map(([id = '']) => id).filter((id) => !done.has(id))
    if (waiting.length === 0) return found
  }
  throw new HttpError('conflict', t('The same files keep being changed. Try again.'))
}

/** Updates only an item that has not changed since it was read: its search text is built from its whole description. */
const UPDATE = `UPDATE media SET tags = g."value"->>1, search_text = g."value"->>2, updated_at = ?2 FROM json_each(?1) AS g
WHERE media.id = g."value"->>0 AND media.search_text = g."value"->>3 AND coalesce(media.tags, '[]') = g."value"->>4 RETURNING media.id AS id`

/**
 * Returns id, new tags and new search text, old search text and old tags of an item; an empty list if the tags do not
 * change.
 * @throws HttpError `validation_failed` for too many tags
 */
function rowOf(item: ItemRow, { add, remove }: TagChanges): string[][] {
  const before = item.tags ?? []
  const tags = [...new Set([...before.filter((tag) => !remove.includes(tag)), ...add])]
  if (tags.length > MAX_TAGS) {
    const message = t('A file has at most {count} tags; {name} would have more.', {
      count: MAX_TAGS,
      name: item.originalName,
    })
    throw new HttpError('validation_failed', message, { errors: [{ path: 'add', code: 'too_big', message }] })
  }
  const [old, after] = [JSON.stringify(before), JSON.stringify(tags)]
  return old === after ? [] : [[item.id, after, searchTextOf({ ...item, tags }), item.searchText, old]]
}
