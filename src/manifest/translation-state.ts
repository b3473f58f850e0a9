import { TRANSLATED_AT, variantName } from '../ground/variants.ts'
import type { ManifestCollection } from './collection.ts'
import { columnName } from './column-sql.ts'

/**
 * State of a document's values in a locale: there are none; the default's were changed later; neither.
 */
export type TranslationState = (typeof TRANSLATION_STATES)[number]

export const TRANSLATION_STATES = ['missing', 'outdated', 'current'] as const

/** The state in a locale besides the default as SQL: lists are filtered by it, and it is indexed. */
export function translationSql({ fields }: Pick<ManifestCollection, 'fields'>, locale: string): string {
  const [original, own] = [TRANSLATED_AT, variantName(TRANSLATED_AT, locale)].map((name) =>
    columnName(fields.find((field) => field.name === name)?.column ?? ''),
  )
  return `CASE WHEN ${own} IS NULL THEN 'missing' WHEN ${own} < ${original} THEN 'outdated' ELSE 'current' END`
}

/** The same of two times, in milliseconds since the epoch. */
export function translationState(original: number | null, own: number | null): TranslationState {
  if (own === null) return 'missing'
  return original !== null && own < original ? 'outdated' : 'current'
}
