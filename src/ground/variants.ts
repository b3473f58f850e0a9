/**
 * Names of variants: a localized field keeps its value in the default locale under its own name, and that in another
 * locale under `title@de`. No declared field has an `@` in its name.
 */

/** Field of every localized collection: the locales in which a document is published. */
export const PUBLISHED_LOCALES = 'publishedLocales'

/** Property in which hooks and webhooks receive a document's values in locales other than the default. */
export const TRANSLATIONS = 'translations'

/**
 * Field with the time of the last change to a locale's values: under this name for the default locale, as a variant
 * (`translatedAt@de`) for others.
 */
export const TRANSLATED_AT = 'translatedAt'

/** Returns the name of a field's value in a locale other than the default. */
export function variantName(field: string, locale: string): string {
  return `${field}@${locale}`
}

export function isVariant(name: string): boolean {
  return name.includes('@')
}

/** Returns the locale of a variant, which may be followed by nested fields: `de` for `seo@de.title`. */
export function localeOfVariant(name: string): string {
  return partsOfVariant(name).locale.replace(/\..*/, '')
}

/** Splits the name of a variant into field and locale. */
export function partsOfVariant(name: string): { readonly field: string; readonly locale: string } {
  const at = name.indexOf('@')
  return { field: name.slice(0, at), locale: name.slice(at + 1) }
}
