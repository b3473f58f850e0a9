import * as z from 'zod'
import { declareField, type FieldOptions, type FieldType, type Json } from './field-type.ts'

export interface JsonOptions extends FieldOptions<Json> {}

/** Any JSON value, kept as it is. Cannot be filtered or sorted. */
export function json<const Options extends JsonOptions>(options: Options = {} as Options) {
  return declareField<'json', Json, Options>('json', options, json)
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
