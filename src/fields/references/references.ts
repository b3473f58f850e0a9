import * as z from 'zod'
import type { CollectionName } from '../../ground/register.ts'
import { type BuiltInType, declareField, type FieldOptions, type Requirement } from '../field-type.ts'
import { targeting } from '../reference/reference.ts'
import { refusal } from '../refusal.ts'

export interface ReferencesOptions extends FieldOptions<readonly string[]> {
  /** Minimum number of targets. Default 0, or 1 if the field is required. */
  readonly min?: number
  /** Maximum number of targets. Default 100. */
  readonly max?: number
}

/**
 * Declares an ordered list of references to documents of a collection, each at most once. A deleted target is removed
 * from the list.
 */
export function references<const R extends boolean = false>(
  target: CollectionName,
  options: ReferencesOptions & Requirement<R> = {},
) {
  return declareField<'references', string[], R>('references', targeting(target, options), references)
}

const DEFAULT_MAX = 100

export const referencesType: BuiltInType<ReferencesOptions & { readonly target: string }> = {
  kind: 'references',
  storage: 'join',
  options: {
    target: z.string().meta({ input: 'collection' }),
    min: z.int().min(0),
    max: z.int().min(1).meta({ unset: DEFAULT_MAX }),
    default: z.array(z.string()),
  },
  schema: ({ required, min = required ? 1 : 0, max = DEFAULT_MAX }) =>
    z
      .array(z.string().min(1).max(64))
      .min(min)
      .max(max)
      .refine((ids) => new Set(ids).size === ids.length, refusal('The same document is listed twice.')),
  operators: ['eq', 'ne', 'in', 'nin', 'null'],
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'side',
  sample: ({ target, required, min = required ? 1 : 0, max = DEFAULT_MAX }, sampler) => {
    const count = sampler.integer(min, Math.min(max, Math.max(min, 3)))
    const ids = Array.from({ length: count * 2 }, () => sampler.reference(target))
    return [...new Set(ids.filter((id) => id !== null))].slice(0, count)
  },
  example: (target) => `field.references('${target}')`,
  brackets: { example: 'tags:references(tags)', read: ([target = '']) => ({ target }) },
  inReference: { words: 'list of ids', value: '<id>' },
  typescript: () => 'string[]',
}
