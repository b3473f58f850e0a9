import type { DocumentRow } from '../row.ts'

/** Tells whether callers who are not signed in see a document in a locale. */
export function isShownIn(row: DocumentRow, locale: string): boolean {
  const shown = row.publishedLocales ?? null
  return shown === null || (JSON.parse(String(shown)) as string[]).includes(locale) // a list of a select
}
