import * as z from 'zod'
import { type BuiltInType, declareField, type FieldOptions, ordered, type Requirement } from '../field-type.ts'

export interface DatetimeOptions extends FieldOptions<string> {}

/**
 * Declares a field for a point in time. It accepts ISO 8601 with a zone and returns ISO 8601 with milliseconds and `Z`.
 */
export function datetime<const R extends boolean = false>(options: DatetimeOptions & Requirement<R> = {}) {
  return declareField<'datetime', string, R>('datetime', options, datetime)
}

const withZone = z.iso.datetime({ offset: true })

export const datetimeType: BuiltInType<DatetimeOptions> = {
  kind: 'datetime',
  storage: 'datetime',
  options: { default: withZone },
  schema: () => withZone.transform((moment) => new Date(moment).toISOString()),
  output: () => z.iso.datetime({ precision: 3 }),
  operators: ordered,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'side',
  sample: (_options, sampler) => new Date(sampler.time()).toISOString(),
  typescript: () => 'string',
}
