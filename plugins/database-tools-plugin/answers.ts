import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'

/** JSON answers under `/admin` (contract, section 6). */
export function succeeded<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ success: z.literal(true), data })
}

/** What the database holds is for nobody's cache. */
export function done(c: RequestContext, data: unknown, status: 200 | 201 = 200): Response {
  c.header('Cache-Control', 'no-store')
  return c.json({ success: true, data }, status)
}
