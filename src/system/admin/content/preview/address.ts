import type { Values } from '../document-values.ts'

/**
 * Address at which a website shows a document: `https://www.example.com/{slug}?preview={token}` with what is in braces filled in, a
 * field's value as part of an address, `{locale}` the language. What a document has no value for is empty.
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
