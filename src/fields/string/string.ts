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
  /** Shortest length in characters. Default 0, and 1 where a value is required. */
  readonly min?: number
  /** Longest length in characters. Default 1,000. */
  readonly max?: number
  /** A regular expression the value must match, anchored as you write it. */
  readonly pattern?: string | RegExp
}

/** One line of text. */
export function string<const R extends boolean = false>(options: StringOptions & Requirement<R> = {}) {
  return declareField<'string', string, R>('string', options, string)
}

/** Characters a string holds when its field does not say `max`. */
const DEFAULT_MAX = 1000

export const stringType: BuiltInType<StringOptions> = {
  kind: 'string',
  storage: 'text',
  options: {
    min: z.int().min(0),
    max: z.int().min(1),
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
