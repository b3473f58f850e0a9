import { readHistory } from '../../compile/schema/files/history.ts'
import { counted } from '../../ground/counted.ts'
import type { MigrationDrift } from '../../runtime/migrations/index.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Target } from './with-target.ts'

/** State of a database's schema, and its applied migrations in order. */
export interface SchemaState {
  readonly applied: readonly string[]
  readonly pending: readonly string[]
  /**
   * Contradictions between the ledger and the migrations. If there are any, the schema is not compared, since its
   * origin is unknown.
   */
  readonly ledger: readonly MigrationDrift[]
  /**
   * Sentences about the contradictions, and about differences between the schema and the applied migrations. Foreign
   * tables do not count.
   */
  readonly differences: readonly string[]
  /** Sentences about tables and views that no applied migration created. */
  readonly foreign: readonly string[]
}

/**
 * Compares a live schema with the one that its migrations create, as `cms drift` does.
 * @param target database, with its owner if the owner is to be checked
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

/**
 * Requires that the live schema matches the lock.
 * @throws Failure if it differs
 */
export function requireAsLocked({ pending, differences }: SchemaState): void {
  const [first] = [...pending.map((name) => `${name} is pending`), ...differences]
  if (first === undefined) return
  const more = pending.length + differences.length - 1
  const rest = more > 0 ? `, and ${counted(more, 'more difference')}` : ''
  throw new Failure(`The schema does not match cms.lock.json: ${first}${rest}.`, {
    hint: '`cms drift` shows every difference.',
    exitCode: exitCodes.drift,
  })
}
