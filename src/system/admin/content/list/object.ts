import * as z from 'zod'

/** Schema of a row of the list: a document, or its entry in the list of all collections. */
const row = z.looseObject({ id: z.string(), status: z.string(), updatedAt: z.string() })
const pagination = z.looseObject({
  page: z.int().optional(),
  limit: z.int().optional(),
  total: z.int().optional(),
  nextCursor: z.string().nullable(),
  prevCursor: z.string().nullable().optional(),
  hasPrev: z.boolean(),
  isPartial: z.boolean().optional().meta({ description: 'Whether there are more matches than a search shows.' }),
})
/** Schema of the list for programs. */
export const list = z.strictObject({ data: z.array(row), pagination })

export type ListRow = z.output<typeof row>
export type List = z.output<typeof list>
