import * as z from 'zod'
import {
  type BuiltInType,
  declareField,
  type FieldOptions,
  type Requirement,
  shortest,
  textual,
} from '../field-type.ts'

export interface TextOptions extends FieldOptions<string> {
  /** Minimum length in characters. Default 0, or 1 if a value is required. */
  readonly min?: number
  /** Maximum length in characters. Default 100,000. */
  readonly max?: number
}

/** Declares a field for text of several lines, without formatting. It is indexed only with `index: true`. */
export function text<const R extends boolean = false>(options: TextOptions & Requirement<R> = {}) {
  return declareField<'text', string, R>('text', options, text)
}

const DEFAULT_MAX = 100_000

export const textType: BuiltInType<TextOptions> = {
  kind: 'text',
  storage: 'text',
  options: { min: z.int().min(0), max: z.int().min(1).meta({ unset: DEFAULT_MAX }), default: z.string() },
  schema: ({ required, min = 0, max = DEFAULT_MAX }) => z.string().min(shortest(required, min)).max(max),
  operators: textual,
  indexed: false,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  sample: ({ min = 0, max = DEFAULT_MAX }, sampler) =>
    `${sampler.words(sampler.integer(20, 80))}.`.padEnd(min, '.').slice(0, max),
  searchText: (column) => column,
  typescript: () => 'string',
}
