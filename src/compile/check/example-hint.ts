import type { FieldType } from '../../fields/field-type.ts'

/**
 * A whole declaration of a type, for the hint of one that lacks something; none for a type that needs nothing.
 * @param target a collection that a reference could lead to
 */
export function exampleHint(type: FieldType | undefined, target: string): { readonly hint?: string } {
  const example = type?.example?.(target)
  return example === undefined ? {} : { hint: `For example: ${example}` }
}
