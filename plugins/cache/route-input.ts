import * as z from 'zod'

export const namespaceName = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

/** Treats a form field that was left empty as missing. */
export const emptyIsNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** Query parameters with the outcome of a form, for the page that shows it. */
export const outcome = {
  done: z.enum(['cleared', 'invalidated', 'warmed']).optional(),
  count: z.coerce.number().int().min(0).optional(),
}

export interface Outcome {
  readonly done?: 'cleared' | 'invalidated' | 'warmed' | undefined
  /** Number of entries that were dropped, or collections that were cached. */
  readonly count?: number | undefined
}

/** Returns the address of the page that shows an outcome. */
export function pathOf(path: string, done: NonNullable<Outcome['done']>, count: number): string {
  return `${path}?${new URLSearchParams({ done, count: String(count) })}`
}
