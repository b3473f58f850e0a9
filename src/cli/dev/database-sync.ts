import { readHistory } from '../../compile/schema/history.ts'
import type { MigrationFile } from '../../compile/schema/migration-file.ts'
import { type Move, planMove } from '../../compile/schema/plan-move.ts'
import type { Migration } from '../../manifest/index.ts'
import type { FoundDatabase } from '../../runtime/migrations/index.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { fieldTypesOf } from '../field-types.ts'
import type { LocalDatabase } from '../workerd/local-database.ts'

/** Keeps the local database in step with migrations that are still being written. */
export interface DatabaseSync {
  /**
   * What the database needs before it fits a program, or `null`. Adding to it is left to the program's own bootstrap:
   * here is what that refuses, migrations that were rewritten and those that lose values.
   * @param found the database as it is
   */
  prepare(found: FoundDatabase, database: LocalDatabase, compilation: Compiled): DatabaseChange | null
  /** Takes note that the database fits this program: it is not looked at again until the migrations change. */
  settle(compilation: Compiled): void
}

export interface DatabaseChange {
  /** Carries it out; returns what there is to tell. */
  run(): Promise<readonly string[]>
}

/** For the project in this folder, whose migrations are written before each `prepare`. */
export function createDatabaseSync(root: string): DatabaseSync {
  const former = new Map<string, MigrationFile>()
  let settled: string | null = null
  return {
    prepare(found, database, compilation) {
      const migrations = migrationsOf(compilation)
      if (stateOf(migrations) === settled) return null
      const carried = new Set(migrations.map(({ name }) => name))
      const files = readHistory(root).files.filter((file) => carried.has(file.name))
      const move = planMove(found, { files, former: [...former.values()], ...describe(compilation) })
      for (const file of files) former.set(`${file.name} ${file.checksum}`, file)
      if (move) return { run: () => runMove(database, move) }
      return isHeld(migrations, found) ? { run: () => applyHeld(database, migrations, found) } : null
    },
    settle(compilation) {
      settled = stateOf(migrationsOf(compilation))
    },
  }
}

function stateOf(migrations: readonly Migration[]): string {
  return migrations.map(({ name, checksum }) => `${name} ${checksum}`).join('\n')
}

function describe({ config, manifest, schema }: Compiled) {
  return { config, schema, collections: manifest.collections, types: fieldTypesOf(config) }
}

async function runMove(database: LocalDatabase, move: Move): Promise<readonly string[]> {
  await database.move(move)
  return move.archived.map(({ table, copy }) => `Rows of ${table} lost something; as they were, they are in ${copy}.`)
}

/** A migration that loses values is never applied by a bootstrap. */
function isHeld(migrations: readonly Migration[], { ledger }: FoundDatabase): boolean {
  const applied = new Set(ledger.map(({ name }) => name))
  return migrations.some(({ name, destructive }) => destructive && !applied.has(name))
}

async function applyHeld(
  database: LocalDatabase,
  migrations: readonly Migration[],
  { ledger }: FoundDatabase,
): Promise<readonly string[]> {
  const { applied } = await database.apply(migrations)
  const lossy = migrations.filter(({ name, destructive }) => destructive && applied.includes(name))
  // A new database has nothing to lose.
  return ledger.length === 0
    ? []
    : lossy.map(({ name }) => `${name} drops values, as the config acknowledges: applied.`)
}
