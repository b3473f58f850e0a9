import { type RequestContext, readMigrations, settingsOf } from 'lintel/kit'
import { type Backup, listBackups } from './backups/bucket.ts'
import { listTables } from './schema/list-tables.ts'
import { settings } from './settings.ts'

/** Overview of the database. */
export interface Overview {
  readonly tables: number
  readonly rows: number
  /** Size of the database file in bytes. */
  readonly size: number
  readonly migrations: { readonly applied: number; readonly pending: number; readonly drift: number }
  /** The newest backup; `null` if there is none, or backups are turned off. */
  readonly newestBackup: Backup | null
}

/** Reads the overview, with all queries at the same time. */
export async function readOverview(c: RequestContext): Promise<Overview> {
  const { enableBackups } = settingsOf(c, settings)
  const [tables, { applied, pending, drift }, backups, size] = await Promise.all([
    listTables(c),
    readMigrations(c),
    enableBackups ? listBackups(c) : [],
    readSize(c),
  ])
  return {
    tables: tables.length,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    size,
    migrations: { applied: applied.length, pending: pending.length, drift: drift.length },
    newestBackup: backups[0] ?? null,
  }
}

/** Returns the size of the database, which D1 reports with every response. */
async function readSize({ env }: RequestContext): Promise<number> {
  const { meta } = await env.DB.prepare('SELECT 1').all()
  return meta.size_after
}
