import { sqlText } from '../../ground/sql-text.ts'
import type { ProjectDatabase } from '../database/project-database.ts'

/** Returns the key of the row in `system_state` that says which migrations a version of the worker was made for. */
const keyOf = (version: string): string => `program:${version}`

/** Records the last migration that an uploaded program knows. */
export async function recordProgram(database: ProjectDatabase, version: string, migration: string): Promise<void> {
  const sql = sqlText`
    INSERT INTO system_state (key, value, updated_at)
    VALUES (?1, ?2, unixepoch() * 1000)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
  `
  await database.run([{ sql, values: [keyOf(version), migration] }])
}

/** Returns the last migration that a version knows; `null` for a version that `cms deploy` did not upload. */
export async function readProgram(database: ProjectDatabase, version: string): Promise<string | null> {
  const sql = 'SELECT value FROM system_state WHERE key = ?1'
  const [rows] = await database.run<{ value: string }>([{ sql, values: [keyOf(version)] }])
  return rows?.[0]?.value ?? null
}
