import * as z from 'zod'

/** Schema of a new API token, which is shown only once. */
export const madeToken = z.looseObject({ id: z.string(), token: z.string() })
export type NewToken = z.output<typeof madeToken>
