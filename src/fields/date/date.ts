import * as z from 'zod'
import { type BuiltInType, declareField, type FieldOptions, ordered, type Requirement } from '../field-type.ts'
import { refusal } from '../refusal.ts'

export interface DateOptions extends FieldOptions<string> {
  /** Earliest day that is allowed, `YYYY-MM-DD`. */
  readonly min?: string
  /** Latest day that is allowed, `YYYY-MM-DD`. */
  readonly max?: string
}

/** Declares a field for a calendar day without a time or a zone: `2026-11-20`. */
export function date<const R extends boolean = false>(options: DateOptions & Requirement<R> = {}) {
  return declareField<'date', string, R>('date', options, date)
}

export const dateType: BuiltInType<DateOptions> = {
  kind: 'date',
  storage: 'text',
  options: { min: z.iso.date(), max: z.iso.date(), default: z.iso.date() },
  schema: ({ min, max }) =>
    min === undefined && max === undefined
      ? z.iso.date()
      : z.iso
          .date()
          .refine((day) => min === undefined || day >= min, refusal('{min} or later.', { min: min ?? '' }))
          .refine((day) => max === undefined || day <= max, refusal('{max} or earlier.', { max: max ?? '' })),
  operators: ordered,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'side',
  sample: ({ min, max }, sampler) => {
    const day = new Date(sampler.time()).toISOString().slice(0, 10)
    if (min !== undefined && day < min) return min
    return max !== undefined && day > max ? max : day
  },
  typescript: () => 'string',
}
