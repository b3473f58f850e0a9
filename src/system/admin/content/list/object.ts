import * as z from 'zod'

/** A line of the list: a document, or what the list over all collections says of one. */
const row = z.looseObject({ id: z.string(), status: z.string(), updatedAt: z.string() })
const pagination = z.looseObject({
  page: z.int().optional(),
  limit: z.int().optional(),
  total: z.int().optional(),
  nextCursor: z.string().nullable(),
  prevCursor: z.string().nullable().optional(),
  hasPrev: z.boolean(),
  isPartial: z.boolean().optional().meta({ description: 'There are more matches than a search shows.' }),
})
/** The list as programs get it. */
export const list = z.strictObject({ data: z.array(row), pagination })

export type ListRow = z.output<typeof row>
export type List = z.output<typeof list>
