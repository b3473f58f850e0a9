import * as z from 'zod'

export const namespaceName = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

/** A field of a form that was left empty says nothing. */
export const emptyIsNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

/** The outcome of a form, told to the page that comes after it. */
export const outcome = {
  done: z.enum(['cleared', 'invalidated', 'warmed']).optional(),
  count: z.coerce.number().int().min(0).optional(),
}

export interface Outcome {
  readonly done?: 'cleared' | 'invalidated' | 'warmed' | undefined
  /** Number of entries. */
  readonly count?: number | undefined
}

/** The page that tells of an outcome. */
export function pathOf(path: string, done: NonNullable<Outcome['done']>, count: number): string {
  return `${path}?${new URLSearchParams({ done, count: String(count) })}`
}
