import { TRANSLATED_AT, variantName } from '../ground/variants.ts'
import type { ManifestCollection } from './collection.ts'
import { columnName } from './column-sql.ts'

/**
 * State of a document's translation: `missing` without values; `outdated` if the default locale was changed later;
 * otherwise `current`.
 */
export type TranslationState = (typeof TRANSLATION_STATES)[number]

export const TRANSLATION_STATES = ['missing', 'outdated', 'current'] as const

/** Returns SQL of a document's state in a locale other than the default, for filters and for an index. */
export function translationSql({ fields }: Pick<ManifestCollection, 'fields'>, locale: string): string {
  const [original, variant] = [TRANSLATED_AT, variantName(TRANSLATED_AT, locale)].map((name) =>
    columnName(fields.find((field) => field.name === name)?.column ?? ''),
  )
  return `CASE WHEN ${variant} IS NULL THEN 'missing' WHEN ${variant} < ${original} THEN 'outdated' ELSE 'current' END`
}

/** Returns the state from the times of the last changes, in milliseconds since the epoch. */
export function translationState(original: number | null, variant: number | null): TranslationState {
  if (variant === null) return 'missing'
  return original !== null && variant < original ? 'outdated' : 'current'
}
