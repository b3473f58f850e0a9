/** Beginnings of the names of tables that the platform keeps for itself: D1's, and those of a host on a machine. */
const PLATFORM = ['_cf_', '_host_']

/** Names of tables that are neither a project's nor a plugin's: those of the platform and of SQLite. */
export const INTERNAL_TABLE = new RegExp(`^(?:sqlite_|${PLATFORM.join('|')})`, 'i')

/** Tells whether a table is one that the platform keeps for itself. */
export function isOfPlatform(table: string): boolean {
  return PLATFORM.some((prefix) => table.toLowerCase().startsWith(prefix))
}

/** SQL that leaves out what the platform keeps for itself. D1 lets nobody look at it. */
export function whereNotOfPlatform(column: string): string {
  return PLATFORM.map((prefix) => notLike(column, prefix)).join(' AND ')
}

/** SQL that leaves out what `INTERNAL_TABLE` matches. */
export function whereOrdinary(column: string): string {
  return `${notLike(column, 'sqlite_')} AND ${whereNotOfPlatform(column)}`
}

function notLike(column: string, prefix: string): string {
  return `${column} NOT LIKE '${prefix.replaceAll('_', '\\_')}%' ESCAPE '\\'`
}

/**
 * Table in which rows wait while a backup is written or restored. It is in no backup, and is left behind where one is cut off.
 */
export const WAITING_ROWS = 'database_backup_chunks'
