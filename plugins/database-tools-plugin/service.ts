/** Functions of the database tools for other plugins. */
import type { Services } from 'lintel'
import { type Applied, type RequestContext, runMigrations, serviceOf } from 'lintel/kit'
import type { Backup } from './backups/bucket.ts'
import { makeBackup } from './backups/make-backup.ts'
import { runAudited } from './console/route.ts'
import type { QueryResult, Value } from './console/run-query.ts'
import { type TableView, tableSchema } from './schema/inspect-table.ts'
import { listTables, type TableSummary } from './schema/list-tables.ts'

export type { Backup } from './backups/bucket.ts'
export type { QueryResult, Value } from './console/run-query.ts'
export type { TableView } from './schema/inspect-table.ts'
export type { TableSummary } from './schema/list-tables.ts'

/** Access to the database for administrators. It does not check the caller's permissions, so check these first. */
export interface DatabaseService {
  /** Returns all tables, each with its number of rows. */
  getTables(): Promise<readonly TableSummary[]>
  /** Returns a table's columns and indexes; `null` if there is no such table. */
  getTableSchema(tableName: string): Promise<Omit<TableView, 'rows' | 'pagination'> | null>
  /**
   * Runs one statement as the console does: within its limits, read-only unless the settings allow changes, and
   * audited.
   * @throws HttpError `invalid_query` with SQLite's message; `forbidden`
   */
  executeQuery(sql: string, params?: readonly Value[]): Promise<QueryResult>
  /** Applies pending migrations, except any that would lose values. */
  runMigrations(): Promise<Applied>
  /** Writes the whole database into the bucket. */
  createBackup(): Promise<Backup>
}

declare module 'lintel' {
  interface Services {
    database: DatabaseService
  }
}

/**
 * Returns the database service, for plugins that depend on it. Throws `plugin_inactive` if this plugin is turned off.
 */
export function databaseService(c: RequestContext): Promise<DatabaseService> {
  return serviceOf(c, 'database')
}

export function createDatabaseService(c: RequestContext): Services['database'] {
  return {
    getTables: () => listTables(c),
    getTableSchema: (name) => tableSchema(c, name),
    executeQuery: (sql, params = []) => runAudited(c, sql, params),
    runMigrations: () => runMigrations(c, { destructive: false }),
    createBackup: () => makeBackup(c),
  }
}
