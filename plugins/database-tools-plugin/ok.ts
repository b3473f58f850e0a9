import * as z from 'zod'

/** Builds the schema of a response under `/admin`. */
export function ok<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ data })
}

/** A value of a row: bytes are shown as text. */
export const cell = z.union([z.string(), z.number(), z.null()])
