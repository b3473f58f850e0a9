import { join } from 'node:path'
import { codeFrame } from '../../compile/diagnostics/code-frame.ts'
import type { Diagnostic } from '../../compile/diagnostics/diagnostic.ts'
import { sectionOf } from '../../compile/diagnostics/section.ts'
import { readText } from '../../compile/index.ts'
import type { MigrationFile } from '../../compile/schema/files/migration-file.ts'
import { type FoundDatabase, OWNER_KEY, type Owner, parseOwner } from '../../runtime/migrations/index.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { describeArchived } from '../database/describe-archived.ts'
import { type LocalChange, planLocalChange } from '../database/local-change.ts'
import { findObstacles, type Obstacle } from '../database/obstacles.ts'
import type { ApplyTo } from '../database/project-database.ts'
import { Failure } from '../failure.ts'
import type { LocalDatabase } from '../workerd/local-database.ts'

/** Keeps the local database in step with migrations that are still being written. */
export interface DatabaseSync {
  /**
   * Plans the change that the database needs to fit a program; `null` if it already fits, or if the config leaves
   * migrations to people.
   * @throws Failure if no change can make it fit
   */
  prepare(compilation: Compiled): Promise<DatabaseChange | null>
  /** Notes that the database fits this program. The database is not checked again until the migrations change. */
  settle(compilation: Compiled): void
}

export interface DatabaseChange {
  /** Carries out the change, completely or not at all. */
  run(): Promise<Changed>
}

export type Changed =
  /** The change was carried out; `notices` are messages about it. */
  | { readonly kind: 'done'; readonly notices: readonly string[] }
  /** Nothing was changed; `diagnostics` are the reasons. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }

/**
 * Keeps the database in step with the project in this folder, whose migrations must be written before each `prepare`.
 */
export function createDatabaseSync(root: string, database: LocalDatabase): DatabaseSync {
  const former = new Map<string, MigrationFile>()
  let settled: string | null = null
  return {
    async prepare(compilation) {
      if (stateOf(compilation) === settled || !mayChange(compilation)) return null
      const found = await database.find()
      const change = await planLocalChange(found, { compilation, former: [...former.values()] })
      for (const file of compilation.chain) former.set(`${file.name} ${file.checksum}`, file)
      return change && { run: () => runChange(change, compilation, root, database) }
    },
    settle(compilation) {
      settled = stateOf(compilation)
    },
  }
}

/** Tells whether migrations may be applied automatically: a config may leave that to people, even in development. */
function mayChange({ manifest }: Compiled): boolean {
  return manifest.environments.development?.migrations === 'apply'
}

function stateOf(compilation: Compiled): string {
  return migrationsOf(compilation)
    .map(({ name, checksum }) => `${name} ${checksum}`)
    .join('\n')
}

async function runChange(
  change: LocalChange,
  compilation: Compiled,
  root: string,
  database: LocalDatabase,
): Promise<Changed> {
  try {
    const outcome = await change.run(database, await ownerFor(compilation, change.found, database))
    return { kind: 'done', notices: describeArchived(outcome) }
  } catch (error) {
    // If the rows cannot be read either, the first error is reported.
    const obstacles = await findObstacles(change, compilation, database).catch(() => [])
    const diagnostics = obstacles.map((obstacle) => diagnosticOf(obstacle, root))
    return { kind: 'refused', diagnostics: diagnostics.length > 0 ? diagnostics : [refused(error)] }
  }
}

/**
 * Returns the owner with which migrations are applied. A developer's own database is taken over when the project is
 * renamed.
 */
async function ownerFor({ config }: Compiled, { schema }: FoundDatabase, database: LocalDatabase): Promise<ApplyTo> {
  const owner: Owner = { project: config.name, environment: 'development' }
  if (!schema.some(({ type, name }) => type === 'table' && name === 'system_state')) return { owner }
  const sql = 'SELECT "value" FROM "system_state" WHERE "key" = ?1'
  const [rows = []] = await database.run<{ readonly value: string }>([{ sql, values: [OWNER_KEY] }])
  const [row] = rows
  return { owner, adopt: row !== undefined && parseOwner(row.value).environment === 'development' }
}

function diagnosticOf({ message, hint, file, line }: Obstacle, root: string): Diagnostic {
  const source = file === null ? null : readText(join(root, file))
  const frame = source !== null && line !== null ? codeFrame(source, line, 1) : null
  return { ...REFUSED, message, hint: `${hint} Nothing in the local database was changed.`, file, line, frame }
}

function refused(error: unknown): Diagnostic {
  if (error instanceof Failure) return { ...REFUSED, message: error.message, hint: error.hint }
  return { ...REFUSED, message: error instanceof Error ? error.message : String(error), hint: null }
}

/** Diagnostic for a local database whose rows do not allow a change to the config. */
const REFUSED: Omit<Diagnostic, 'message' | 'hint'> = {
  code: 'database-refused',
  severity: 'error',
  file: null,
  line: null,
  column: null,
  frame: null,
  docs: sectionOf('database-refused'),
}
