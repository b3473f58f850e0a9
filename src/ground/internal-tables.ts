/** Prefixes of tables that the platform reserves: those of D1, and those of Node's host. */
const PLATFORM = ['_cf_', '_host_']

/** Matches tables that belong neither to a project nor to a plugin: those of the platform and of SQLite. */
export const INTERNAL_TABLE = new RegExp(`^(?:sqlite_|${PLATFORM.join('|')})`, 'i')

/** Tells whether a table belongs to the platform. */
export function isOfPlatform(table: string): boolean {
  return PLATFORM.some((prefix) => table.toLowerCase().startsWith(prefix))
}

/** Returns a SQL condition that excludes the platform's tables, because D1 does not allow reading them. */
export function whereNotOfPlatform(column: string): string {
  return PLATFORM.map((prefix) => notLike(column, prefix)).join(' AND ')
}

/** Returns a SQL condition that excludes the tables that `INTERNAL_TABLE` matches. */
export function whereOrdinary(column: string): string {
  return `${notLike(column, 'sqlite_')} AND ${whereNotOfPlatform(column)}`
}

function notLike(column: string, prefix: string): string {
  return `${column} NOT LIKE '${prefix.replaceAll('_', '\\_')}%' ESCAPE '\\'`
}

/**
 * Table that holds rows while a backup is written or restored. Backups do not contain it. If a backup or a restore is
 * interrupted, the table is left behind.
 */
export const WAITING_ROWS = 'database_backup_chunks'
