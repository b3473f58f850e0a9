import { readHistory } from '../../compile/schema/files/history.ts'
import type { MigrationDrift } from '../../runtime/migrations/index.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Target } from './with-target.ts'

/** Migrations that a database has, in order. */
export interface SchemaState {
  readonly applied: readonly string[]
  readonly pending: readonly string[]
  /**
   * Contradictions between the ledger and the migrations. If there are any, the schema is not compared: its origin is
   * unknown.
   */
  readonly ledger: readonly MigrationDrift[]
  /** Sentences: where the ledger or the schema is not what the applied migrations made. Foreign tables are none. */
  readonly differences: readonly string[]
  /** Sentences: tables and views that no migration made. */
  readonly foreign: readonly string[]
}

/**
 * Compares a live schema with what its migrations make, as `cms drift` does.
 * @param target its owner where the database must be that one's
 */
export async function readSchemaState(
  root: string,
  compilation: Compiled,
  { database, owner }: Pick<Target, 'database'> & Partial<Pick<Target, 'owner'>>,
): Promise<SchemaState> {
  const { schemaAfter } = await import('../../compile/drift/schema-after.ts')
  const { findDrift } = await import('../../compile/drift/find-drift.ts')
  const { applied, pending, drift: ledger } = await database.status(migrationsOf(compilation), owner)
  const { schema: live } = await database.find()
  const names = new Set(applied.map(({ name }) => name))
  const expected = schemaAfter(readHistory(root).files.filter(({ name }) => names.has(name)))
  const drift = ledger.length > 0 ? [] : findDrift(live, expected)
  const sentences = (isForeign: boolean) =>
    drift.filter(({ kind }) => (kind === 'foreign') === isForeign).map(({ message }) => message)
  return {
    applied: [...names],
    pending,
    ledger,
    differences: [...ledger.map(({ message }) => message), ...sentences(false)],
    foreign: sentences(true),
  }
}

/** @throws Failure where the live schema is not what the lock says */
export function requireAsLocked({ pending, differences }: SchemaState): void {
  const [first] = [...pending.map((name) => `${name} is pending`), ...differences]
  if (first === undefined) return
  const more = pending.length + differences.length - 1
  throw new Failure(`The schema does not match cms.lock.json: ${first}${more > 0 ? `, and ${more} more` : ''}.`, {
    hint: '`cms drift` shows every difference.',
    exitCode: exitCodes.drift,
  })
}
