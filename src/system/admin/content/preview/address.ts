import type { Values } from '../document-values.ts'

/**
 * Returns the address at which a website shows a document: `https://www.example.com/{slug}?preview={token}` with names
 * in braces replaced by the document's values, encoded for an address. `{collection}`, `{token}` and `{locale}` stand
 * for those arguments. Missing values are empty.
 */
export function previewAddress(
  template: string,
  collection: string,
  document: Values,
  token: string,
  locale: string | undefined,
): string {
  const words: Values = { ...document, collection, token, locale: locale ?? null }
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = words[name]
    return value === null || value === undefined || typeof value === 'object' ? '' : encodeURIComponent(String(value))
  })
}
