import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'

/** The form of answers under `/admin` (contract, section 6). */
export const succeeded = <Data extends z.ZodType>(data: Data) => z.strictObject({ success: z.literal(true), data })

export function done(c: RequestContext, data: unknown): Response {
  return c.json({ success: true, data })
}

export const namespaceName = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

/** A field of a form that was left empty says nothing. */
export const emptyIsNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** What a form has brought about, told to the page that comes after it. */
export const news = {
  done: z.enum(['cleared', 'invalidated', 'warmed']).optional(),
  count: z.coerce.number().int().min(0).optional(),
}
