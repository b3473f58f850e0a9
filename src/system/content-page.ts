import * as z from 'zod'

/** Schema of the part of a list's response that describes the page. */
export const pagination = z.strictObject({
  page: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Absent if the request has `cursor`, unless the list is counted.' }),
  limit: z.int().min(1).max(100),
  total: z.int().min(0).optional().meta({ description: 'Absent if nothing was counted.' }),
  totalPages: z.int().min(0).optional(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
  nextCursor: z.string().nullable(),
  prevCursor: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Present only if the request has `cursor`. Sent as `cursor`, it returns the previous page.' }),
})

/** Parts of a query that determine the page, and whether documents are counted. */
interface Asked {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly count?: 'exact' | 'none' | undefined
}

/** Tells whether the documents of the whole list are counted. */
export function isCounted({ count, cursor }: Asked): boolean {
  return count === undefined ? cursor === undefined : count === 'exact'
}

/** Position of a page in a list. */
export interface Position {
  readonly page: number
  readonly next: string | null
  readonly previous: string | null
  readonly hasPrev: boolean
}

/** Position of the only page of an empty list. */
export const NOTHING: Position = { page: 1, next: null, previous: null, hasPrev: false }

/** Returns a page as the response contains it. */
export function pageOf<Item>(data: readonly Item[], query: Asked, position: Position, total: number) {
  const { limit, cursor } = query
  const { page, next, previous, hasPrev } = position
  const counted = isCounted(query) ? { total, totalPages: Math.ceil(total / limit) } : {}
  const numbered = cursor === undefined || isCounted(query) ? { page } : {}
  const pagination = { ...numbered, limit, ...counted, hasNext: next !== null, hasPrev, nextCursor: next }
  return { data, pagination: cursor === undefined ? pagination : { ...pagination, prevCursor: previous } }
}
