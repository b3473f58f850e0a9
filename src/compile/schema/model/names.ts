export { columnName, joinTableName, searchedName } from '../../../ground/column-names.ts'

/**
 * Names of database objects. A collection's name comes first, so that related objects are sorted together. It is
 * followed by two underscores, which neither a collection's nor a field's name may contain.
 */

/** Returns the name of a collection's full-text table. */
export function searchTableName(collection: string): string {
  return `${collection}_fts`
}

/** Returns the name of an index, from its key columns; those in descending order are `<column>_desc`. */
export function indexName(table: string, keys: readonly string[]): string {
  return [table, ...keys, 'idx'].join('__')
}

/** Returns the name of the index that makes a column's values unique. */
export function uniqueIndexName(table: string, column: string): string {
  return `${table}__${column}__unique`
}

/**
 * Returns the name of a trigger. `topic` is what it maintains, `content` or `search`; `event` is `insert`, `update` or
 * `delete`.
 */
export function triggerName(table: string, topic: string, event: string): string {
  return `${table}__${topic}_${event}`
}
