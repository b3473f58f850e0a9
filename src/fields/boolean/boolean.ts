import * as z from 'zod'
import { type BuiltInType, declareField, equated, type FieldOptions, type Requirement } from '../field-type.ts'

export interface BooleanOptions extends FieldOptions<boolean> {}

/** Declares a field that is true or false. */
export function boolean<const R extends boolean = false>(options: BooleanOptions & Requirement<R> = {}) {
  return declareField<'boolean', boolean, R>('boolean', options, boolean)
}

export const booleanType: BuiltInType<BooleanOptions> = {
  kind: 'boolean',
  storage: 'boolean',
  options: { default: z.boolean() },
  schema: () => z.boolean(),
  operators: equated,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'side',
  sample: (_options, sampler) => sampler.random() < 0.5,
  typescript: () => 'boolean',
}
