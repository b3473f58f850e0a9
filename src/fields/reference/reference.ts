import * as z from 'zod'
import type { CollectionName } from '../../ground/register.ts'
import { type BuiltInType, declareField, equated, type FieldOptions, type Requirement } from '../field-type.ts'

/** Behavior of a document when the target of its reference is deleted. */
export type OnDelete = 'restrict' | 'cascade' | 'nullify'

export interface ReferenceOptions extends FieldOptions<string> {
  /**
   * Effect of deleting the target: `restrict` refuses the deletion (409 `in_use`), `cascade` deletes this
   * document too, `nullify` empties the field. Default: `restrict` if the field is required, otherwise `nullify`.
   */
  readonly onDelete?: OnDelete
}

/** Declares a reference to a document of a collection, or to a row of `users`, stored by its id. */
export function reference<const R extends boolean = false>(
  target: CollectionName,
  options: ReferenceOptions & Requirement<R> = {},
) {
  return declareField<'reference', string, R>('reference', targeting(target, options), reference)
}

/** Returns the options of a field with the target that the field points to. */
export function targeting<Options extends object>(target: string, options: Options) {
  return { ...options, target }
}

export const referenceType: BuiltInType<ReferenceOptions & { readonly target: string }> = {
  kind: 'reference',
  storage: 'text',
  options: {
    target: z.string().meta({ input: 'collection' }),
    onDelete: z.enum(['restrict', 'cascade', 'nullify']),
    default: z.string(),
  },
  schema: () => z.string().min(1).max(64),
  operators: equated,
  admin: () => import('./admin.tsx'),
  import: () => import('./import.ts'),
  part: 'side',
  sample: ({ target }, sampler) => sampler.reference(target),
  example: (target) => `field.reference('${target}')`,
  brackets: { example: 'author:reference(authors)', read: ([target = '']) => ({ target }) },
  inReference: { words: 'id', value: '<id>' },
  typescript: () => 'string',
}
