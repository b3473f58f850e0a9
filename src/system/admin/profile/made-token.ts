import * as z from 'zod'

/** An API token that was just created, shown this once. */
export const madeToken = z.looseObject({ id: z.string(), token: z.string() })
export type NewToken = z.output<typeof madeToken>
