import type { FieldData, Json } from '../../../fields/field-data.ts'
import type { Inputs } from '../../../fields/in-admin.ts'
import { PUBLISHED_LOCALES } from '../../../runtime/kit.ts'

/**
 * Tells whether a field is the list of languages in which a document is published. Every localized collection has it.
 */
export function isLanguages({ name }: Pick<FieldData, 'name'>): boolean {
  return name === PUBLISHED_LOCALES
}

/** Reads the chosen languages; `null` for all, including languages that are added later. */
export function readLanguages(inputs: Inputs, { options }: FieldData): Json {
  const chosen = inputs.keys()
  return chosen.length === options.max ? null : chosen.map((key) => inputs.text(`.${key}`))
}
