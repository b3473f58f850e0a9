import type { FieldType } from '../../fields/field-type.ts'

/**
 * Returns a hint with a complete declaration of a type that requires options; none for other types.
 * @param target a collection that a reference could point to
 */
export function exampleHint(type: FieldType | undefined, target: string): { readonly hint?: string } {
  const example = type?.example?.(target)
  return example === undefined ? {} : { hint: `For example: ${example}` }
}
