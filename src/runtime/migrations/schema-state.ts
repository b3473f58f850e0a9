import { type SQL, sql } from 'drizzle-orm'
import { limitAt } from '../isolate/position.ts'
import { runtimeOf, type WithEnv } from '../isolate/runtime.ts'

/**
 * A table of one row, for a batch that must be of the schema that the program was judged by: reading it is an error where
 * the ledger has moved since. The request is then answered once more, or refused.
 */
export function ledgerGuard(c: WithEnv): SQL {
  const { current } = runtimeOf(c).ledger
  return sql`(SELECT 1 LIMIT ${sql.raw(limitAt(String(current ?? 'NULL')))})`
}

/**
 * Tells whether the database has the program's migrations and no others: otherwise it may hold collections of another
 * program.
 */
export function isSchemaExact(c: WithEnv): boolean {
  return runtimeOf(c).ledger.isExact
}
