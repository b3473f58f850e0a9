/** Returns the names in braces in an address such as `/posts/{slug}`, in order. */
export function namesInAddress(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/**
 * Returns an address with the values of a document, each encoded for a URL; `null` if a value is missing.
 * @param read returns the value of a field, or the document's `id`
 */
export function fillAddress(template: string, read: (name: string) => unknown): string | null {
  const values = new Map(namesInAddress(template).map((name) => [name, read(name)]))
  if (![...values.values()].every(isWord)) return null
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

function isWord(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
}
