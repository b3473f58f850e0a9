import { HttpError, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import type { Item } from '../tables.ts'
import { type ItemObject, itemObject, itemSchema } from './item-object.ts'
import { findItem, findReadableUsages } from './items.ts'

/** A place where content uses an item. */
export const useSchema = z.strictObject({ collection: z.string(), id: z.string(), field: z.string() })

/** An item with the places where content uses it. */
export const itemDetail = itemSchema.safeExtend({ usedBy: z.array(useSchema) }).meta({ id: 'MediaItemDetail' })

/**
 * Returns an item, and the places where content uses it, limited to documents that the caller may read.
 * @throws HttpError `not_found`
 */
export async function readItem(c: RequestContext, id: string): Promise<z.output<typeof itemDetail>> {
  const [item, usedBy] = await Promise.all([requireItem(c, id), findReadableUsages(c, id)])
  return { ...(await itemObject(c, item)), usedBy }
}

/**
 * Returns an item without its uses.
 * @throws HttpError `not_found`
 */
export async function readItemAlone(c: RequestContext, id: string): Promise<ItemObject> {
  return itemObject(c, await requireItem(c, id))
}

/**
 * Finds an item.
 * @throws HttpError `not_found`
 */
export async function requireItem(c: RequestContext, id: string): Promise<Item> {
  const item = await findItem(c.var.db, id)
  if (!item) throw noItem()
  return item
}

export function noItem(): HttpError {
  return new HttpError('not_found', t('There is no such item.'))
}
