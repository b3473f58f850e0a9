import { type MigrationFile, parseMigration, printMigration } from '../schema/files/migration-file.ts'
import { openDatabase } from '../schema/files/run-statements.ts'
import { hashSchema, isSameSchema } from '../schema/sql/canonical.ts'
import { introspectSchema, type SchemaRow } from '../schema/sql/introspect.ts'
import { migrationName } from '../schema/steps/migration-name.ts'
import type { Step } from '../schema/steps/step.ts'
import { ownRows } from './find-drift.ts'
import { type ReconcileSource, reconcile } from './reconcile.ts'
import { schemaRows } from './schema-after.ts'

/**
 * Returns the migration that restores a drifted database, to follow the existing migrations. It has been tried: it
 * leads to the expected schema both from the actual schema and from the expected one.
 * @returns `null` if there is nothing to restore
 * @throws Error if the migration does not lead to the expected schema, so that it is not written
 */
export function reconciliation(source: ReconcileSource, chain: readonly MigrationFile[]): MigrationFile | null {
  const steps = reconcile(source)
  if (steps.length === 0) return null
  const target = introspectSchema(source.expected)
  const rows = ownRows(source.live, new Set(target.tables.map(({ name }) => name)))
  for (const start of [rows, ownRows(source.expected, new Set(target.tables.map(({ name }) => name)))]) {
    if (!isSameSchema(introspectSchema(tryOn(start, steps)), target)) {
      throw new Error('the planned migration does not restore the schema of the lock')
    }
  }
  const parent = chain.at(-1)
  const hash = hashSchema(target)
  const header = { origin: 'hand', parent: parent?.checksum ?? null, before: hash, after: hash } as const
  const name = migrationName((parent?.number ?? 0) + 1, steps)
  return parseMigration(name, printMigration(header, steps))
}

/** Returns the schema after the steps, starting from a schema without rows. */
function tryOn(start: readonly SchemaRow[], steps: readonly Step[]): SchemaRow[] {
  const database = openDatabase()
  for (const type of ['table', 'index', 'trigger']) {
    for (const row of start) if (row.type === type && row.sql) database.exec(row.sql)
  }
  database.exec('BEGIN')
  for (const statement of steps.flatMap(({ statements }) => statements)) database.exec(statement)
  database.exec('COMMIT')
  const rows = schemaRows(database)
  database.close()
  return rows
}
