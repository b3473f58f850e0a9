import * as z from 'zod'
import {
  type BuiltInType,
  declareField,
  type FieldOptions,
  type Requirement,
  shortest,
  textual,
} from '../field-type.ts'

export interface StringOptions extends FieldOptions<string> {
  /** Minimum length in characters. Default 0, or 1 if a value is required. */
  readonly min?: number
  /** Maximum length in characters. Default 1,000. */
  readonly max?: number
  /** A regular expression that the value must match. It is not anchored automatically. */
  readonly pattern?: string | RegExp
}

/** Declares a field for one line of text. */
export function string<const R extends boolean = false>(options: StringOptions & Requirement<R> = {}) {
  return declareField<'string', string, R>('string', options, string)
}

/** Maximum length of the text if a field declares no `max`. */
const DEFAULT_MAX = 1000

export const stringType: BuiltInType<StringOptions> = {
  kind: 'string',
  storage: 'text',
  options: {
    min: z.int().min(0),
    max: z.int().min(1).meta({ unset: DEFAULT_MAX }),
    pattern: z.union([z.string(), z.instanceof(RegExp)]),
    default: z.string(),
  },
  schema: ({ required, min = 0, max = DEFAULT_MAX, pattern }) => {
    const text = z.string().max(max)
    const least = shortest(required, min)
    const sized = least === 0 ? text : text.min(least)
    return pattern === undefined ? sized : sized.regex(new RegExp(pattern))
  },
  operators: textual,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  sample: ({ max = DEFAULT_MAX, min = 0 }, sampler) =>
    `${sampler.words(sampler.integer(2, 6))} ${sampler.next()}`.padEnd(min, '.').slice(-max),
  searchText: (column) => column,
  typescript: () => 'string',
}
