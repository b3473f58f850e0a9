/**
 * Names of variants: a localized field keeps its value in the default locale under its own name, and that in another
 * locale under `title@de`. No declared field has an `@` in its name.
 */

/** Locales in which a document is shown: a field of every localized collection. */
export const PUBLISHED_LOCALES = 'publishedLocales'

/** Property in which hooks and webhooks are told of a document in other locales than the default. */
export const TRANSLATIONS = 'translations'

/** Time at which the values of a locale were last changed: the default's under this name, others' as its variants. */
export const TRANSLATED_AT = 'translatedAt'

/** Name of a field's value in another locale than the default. */
export function variantName(field: string, locale: string): string {
  return `${field}@${locale}`
}

export function isVariant(name: string): boolean {
  return name.includes('@')
}

/** The field and the locale of a variant. */
export function partsOfVariant(name: string): { readonly field: string; readonly locale: string } {
  const at = name.indexOf('@')
  return { field: name.slice(0, at), locale: name.slice(at + 1) }
}
