/** A field's column: `publishedOn` → `published_on`. */
export function columnName(field: string): string {
  return field
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

/** The join table of a `references` field. */
export function joinTableName(collection: string, field: string): string {
  return `${collection}__${columnName(field)}`
}

/** A name as people read it: `frontPage` → `Front page`. */
export function inWords(name: string): string {
  const words = columnName(name).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
