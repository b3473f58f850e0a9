import { isVariant, partsOfVariant } from './variants.ts'

/** Returns a field's column: `publishedOn` → `published_on`. For a variant: `title@pt-BR` → `title__pt_br`. */
export function columnName(name: string): string {
  if (!isVariant(name)) return snakeCase(name)
  const { field, locale } = partsOfVariant(name)
  return `${snakeCase(field)}__${locale.toLowerCase().replaceAll('-', '_')}`
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

/** Returns the name of the join table of a `references` field. */
export function joinTableName(collection: string, field: string): string {
  return `${collection}__${columnName(field)}`
}

/** Returns a name as words for people: `frontPage` → `Front page`. */
export function inWords(name: string): string {
  const words = columnName(name).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Column names that FTS5 reserves. */
const RESERVED_BY_FTS = new Set(['rank', 'rowid'])

/** Returns a column's name in the full-text table. */
export function searchedName(column: string): string {
  return RESERVED_BY_FTS.has(column) ? `${column}_` : column
}
