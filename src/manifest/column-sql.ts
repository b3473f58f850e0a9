import type { ManifestField } from './collection.ts'

/**
 * Quotes a column's name with brackets. In double quotes, SQLite would read the name of a missing column as text, and
 * every document would contain that name.
 */
export function columnName(name: string): string {
  return `[${name}]`
}

/** Returns a SQL condition that a column contains one of the ids in ?1, a JSON array. */
export function among(column: string): string {
  return `${columnName(column)} IN (SELECT value FROM json_each(?1))`
}

export function columnOf(field: Pick<ManifestField, 'name' | 'column'>): string {
  if (field.column === null) throw new Error(`the field ${field.name} has neither a column nor a join table`)
  return field.column
}
