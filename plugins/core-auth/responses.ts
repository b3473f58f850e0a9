import * as z from 'zod'

/** Times in answers: ISO 8601 with milliseconds, UTC. */
export const isoTime = z.iso.datetime({ precision: 3 })

/** The form of answers under `/admin` (contract, section 6). */
export function succeeded<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ success: z.literal(true), data })
}
