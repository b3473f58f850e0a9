import type { DocumentRow } from '../document/row.ts'

/**
 * Tells whether callers who are not signed in see a document in a locale.
 * @param locale `*` for any locale
 */
export function isShownIn(row: DocumentRow, locale: string): boolean {
  const shown = row.publishedLocales ?? null
  if (shown === null) return true
  const locales = JSON.parse(String(shown)) as string[] // the value of a list of locales
  return locale === '*' ? locales.length > 0 : locales.includes(locale)
}
