import * as z from 'zod'
import { declareField, type FieldOptions, type FieldType, type Json, type Requirement } from './field-type.ts'

export interface JsonOptions extends FieldOptions<Json> {}

/** Any JSON value, kept as it is. Cannot be filtered or sorted. */
export function json<const R extends boolean = false>(options: JsonOptions & Requirement<R> = {}) {
  return declareField<'json', Json, R>('json', options, json)
}

export const jsonType: FieldType<JsonOptions> = {
  kind: 'json',
  storage: 'json',
  options: { default: z.json() },
  schema: () => z.json(),
  operators: [],
  widget: 'json',
  sample: (_options, sampler) => ({ note: sampler.words(4), weight: sampler.integer(1, 100) }),
  typescript: () => 'Json',
}
