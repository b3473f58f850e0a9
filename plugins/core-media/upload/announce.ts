import { emit, type RequestContext } from 'lintel/kit'
import { type ItemObject, itemObject } from '../library/item-object.ts'
import type { Item } from '../tables.ts'

/** Runs the hooks for a new item, and returns the object that routes return for it. */
export async function announceItem(c: RequestContext, item: Item): Promise<ItemObject> {
  const object = await itemObject(c, item)
  await emit(c, 'media:upload', { id: object.id, item: object })
  return object
}
