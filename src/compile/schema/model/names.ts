export { columnName, joinTableName, searchedName } from '../../../ground/column-names.ts'

/**
 * Names of database objects. A collection's own name comes first, so that what belongs together sorts together, and two
 * underscores part it from the rest, which neither a collection's nor a field's name may contain.
 */

/** The full-text table of a collection. */
export function searchTableName(collection: string): string {
  return `${collection}_fts`
}

/** An index, from the names of its key columns, those that descend as `<column>_desc`. */
export function indexName(table: string, keys: readonly string[]): string {
  return [table, ...keys, 'idx'].join('__')
}

/** The index that makes a column's values unique. */
export function uniqueIndexName(table: string, column: string): string {
  return `${table}__${column}__unique`
}

/** A trigger: `topic` is what it keeps, `content` or `search`; `event` is `insert`, `update` or `delete`. */
export function triggerName(table: string, topic: string, event: string): string {
  return `${table}__${topic}_${event}`
}
