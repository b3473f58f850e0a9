import type { DatabaseSync } from 'node:sqlite'
import type { Schema } from '../../manifest/index.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import { openDatabase, statementsOf } from '../schema/files/run-statements.ts'
import { createSchema } from '../schema/sql/create.ts'
import { FormerNames } from './former-names.ts'

/** Tables and columns that a schema has and the base lacks, by their names before a migration. */
export interface BaseNames {
  isNewTable(table: string): boolean
  isNewColumn(table: string, column: string): boolean
}

/**
 * Follows the renames of the migrations between the base and a schema. Names that the base lacks are new, unless an
 * object of the base has disappeared without a known rename: any of these names may then be its new one.
 */
export function baseNames(base: Schema, before: Schema, earlier: readonly MigrationFile[]): BaseNames {
  const isLarge = Math.max(base.tables.length, before.tables.length) > MANY
  const names = namesAfter(base, isLarge ? [] : earlier)
  const tables = new Map(base.tables.map((table) => [lower(table.name), table]))
  const formerOf = (table: string) => tables.get(lower(names.table(table) ?? ''))
  const followed = new Set(before.tables.map(({ name }) => formerOf(name)))
  const isAllFollowed = base.tables.every((table) => followed.has(table))
  return {
    isNewTable: (table) => formerOf(table) === undefined && isAllFollowed,
    isNewColumn(table, column) {
      const former = formerOf(table)
      if (!former) return isAllFollowed
      const known = new Set(former.columns.map(({ name }) => lower(name)))
      const now = before.tables.find(({ name }) => lower(name) === lower(table))?.columns ?? []
      const left = new Set(now.map(({ name }) => lower(names.column(table, name))))
      return !known.has(lower(names.column(table, column))) && [...known].every((name) => left.has(name))
    },
  }
}

/** Number of tables above which renames are not followed, because SQLite would take seconds to create them all. */
const MANY = 400

function namesAfter(base: Schema, files: readonly MigrationFile[]): Pick<FormerNames, 'table' | 'column'> {
  const known = base.tables.map(({ name }) => name)
  if (files.length === 0) {
    const same = new Map(known.map((name) => [lower(name), name]))
    return { table: (name) => same.get(lower(name)), column: (_table, name) => name }
  }
  const database = openDatabase()
  try {
    for (const statement of createSchema(base)) database.exec(statement)
    const names = new FormerNames(database, known)
    for (const statement of files.flatMap((file) => statementsOf(file))) follow(names, database, statement)
    return names
  } finally {
    database.close()
  }
}

/**
 * Runs a statement to follow its renames. A statement that fails here concerns the ledger, which no schema contains,
 * and renames nothing.
 */
function follow(names: FormerNames, database: DatabaseSync, statement: string): void {
  try {
    names.follow(() => database.exec(statement))
  } catch {
    // The statement has renamed nothing.
  }
}

function lower(text: string): string {
  return text.toLowerCase()
}
