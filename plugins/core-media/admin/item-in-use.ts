import { callApi, manifestOf, type RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { itemSchema } from '../library/item-object.ts'
import { readItem, useSchema } from '../library/read-item.ts'

const titledUse = useSchema.extend({
  title: z.string().meta({ description: "The document's title; its id if the caller may not read the title." }),
})

/** An item with the documents that use it. */
export const itemInUse = itemSchema.safeExtend({ usedBy: z.array(titledUse) }).meta({ id: 'MediaItemInUse' })

export type ItemInUse = z.output<typeof itemInUse>
type Use = z.output<typeof useSchema>
type TitledUse = z.output<typeof titledUse>

/**
 * Reads an item with the documents that use it.
 * @throws HttpError `not_found`
 */
export async function readItemInUse(c: RequestContext, id: string): Promise<ItemInUse> {
  const { usedBy, ...item } = await readItem(c, id)
  return { ...item, usedBy: await titled(c, usedBy) }
}

/** Maximum number of documents in one collection whose titles are looked up. */
const TITLED = 50

async function titled(c: RequestContext, uses: readonly Use[]): Promise<TitledUse[]> {
  const collections = [...new Set(uses.map(({ collection }) => collection))]
  const titles = await Promise.all(collections.map((name) => titlesIn(c, name, uses)))
  const byId = new Map(titles.flat())
  return uses.map((use) => ({ ...use, title: byId.get(use.id) ?? use.id }))
}

/** Returns the ids and titles of those documents in a collection that the caller may read. */
async function titlesIn(c: RequestContext, name: string, uses: readonly Use[]): Promise<(readonly [string, string])[]> {
  const titleField = manifestOf(c).collections.find((collection) => collection.name === name)?.titleField
  if (!titleField) return []
  const ids = [...new Set(uses.filter(({ collection }) => collection === name).map(({ id }) => id))]
  const query = new URLSearchParams({ 'id[in]': ids.slice(0, TITLED).join(), limit: String(TITLED) })
  const { ok, body } = await callApi(c, `/api/${name}?${query}`)
  const documents: readonly Record<string, unknown>[] = ok ? body.data : []
  return documents.map((document) => [String(document.id), String(document[titleField] ?? document.id)])
}
