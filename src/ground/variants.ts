/**
 * Names of variants: a localized field keeps its value in the default locale under its own name, and that in another
 * locale under `title@de`. No declared field has an `@` in its name.
 */

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
