import * as z from 'zod'

/** Schema of optional text; an empty form field counts as missing. */
const text = z
  .string()
  .max(200)
  .transform((value) => (value === '' ? undefined : value))
  .optional()

export const rowsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  sort: text.meta({ description: 'Column to sort by, with `-` in front for descending order.' }),
  column: text.meta({ description: 'Column that must contain `q`.' }),
  q: text.meta({ description: 'Text that `column` must contain; `null` finds rows without a value.' }),
})

export type TableQuery = z.output<typeof rowsQuery>
