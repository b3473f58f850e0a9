import type { ManifestField } from './collection.ts'

/**
 * A column, in brackets: a name in double quotes that no column has is a text to SQLite, and every document would hold
 * the column's name where the column is gone.
 */
export function columnName(name: string): string {
  return `[${name}]`
}

/** Holds for rows whose column names one of the ids in ?1. */
export function among(column: string): string {
  return `${columnName(column)} IN (SELECT value FROM json_each(?1))`
}

export function columnOf(field: ManifestField): string {
  if (field.column === null)
    throw new Error(`${field.source}: field ${field.name} has neither a column nor a join table`)
  return field.column
}
