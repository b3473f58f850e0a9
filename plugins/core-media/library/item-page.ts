import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { itemObject, itemSchema } from './item-object.ts'
import { type ItemFilter, type ItemSort, listItems } from './items.ts'

export const pagination = z.strictObject({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
})

/** A page of the library as routes return it. */
export const itemPage = z.strictObject({ data: z.array(itemSchema), pagination })

export type Pagination = z.output<typeof pagination>
export type ItemPage = z.output<typeof itemPage>

export interface PageOptions extends ItemFilter {
  readonly page: number
  readonly limit: number
  readonly sort: ItemSort
}

export async function readPage(c: RequestContext, { page, limit, sort, ...filter }: PageOptions): Promise<ItemPage> {
  const { items, total } = await listItems(c.var.db, filter, { sort, page, limit })
  const data = await Promise.all(items.map((item) => itemObject(c, item)))
  const totalPages = Math.ceil(total / limit)
  return { data, pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 } }
}
