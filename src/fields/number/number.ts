import * as z from 'zod'
import { type BuiltInType, declareField, type FieldOptions, ordered, type Requirement } from '../field-type.ts'

export interface NumberOptions extends FieldOptions<number> {
  /** Accepts only integers, within ±(2^53 − 1). Default `false`. */
  readonly integer?: boolean
  /** Smallest value that is allowed. */
  readonly min?: number
  /** Largest value that is allowed. */
  readonly max?: number
}

/** Declares a field for a number: 64-bit floating point, or an integer with `integer: true`. */
export function number<const R extends boolean = false>(options: NumberOptions & Requirement<R> = {}) {
  return declareField<'number', number, R>('number', options, number)
}

export const numberType: BuiltInType<NumberOptions> = {
  kind: 'number',
  storage: ({ integer }) => (integer ? 'integer' : 'real'),
  options: { integer: z.boolean(), min: z.number(), max: z.number(), default: z.number() },
  schema: ({ integer, min, max }) => {
    const base = integer ? z.int() : z.number()
    const low = min === undefined ? base : base.min(min)
    return max === undefined ? low : low.max(max)
  },
  operators: ordered,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'side',
  sample: ({ integer, min, max }, sampler) => {
    const low = min ?? Math.min(0, max ?? 0)
    const high = max ?? low + 1000
    return integer
      ? sampler.integer(Math.ceil(low), Math.floor(high))
      : Math.round((low + sampler.random() * (high - low)) * 100) / 100
  },
  typescript: () => 'number',
}
