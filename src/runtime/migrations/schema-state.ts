import { type SQL, sql } from 'drizzle-orm'
import { limitAt } from '../isolate/position.ts'
import { runtimeOf, type WithEnv } from '../isolate/runtime.ts'

/**
 * Returns a subquery of one row, to be read in a batch. Reading it fails if the ledger of migrations has moved from the
 * position that this isolate has seen, so the batch never runs on another schema. The request is then repeated or
 * refused.
 */
export function ledgerGuard(c: WithEnv): SQL {
  const { current } = runtimeOf(c).ledger
  return sql`(SELECT 1 LIMIT ${sql.raw(limitAt(String(current ?? 'NULL')))})`
}

/**
 * Tells whether the database has exactly the program's migrations. If not, it may contain collections of another
 * program.
 */
export function isSchemaExact(c: WithEnv): boolean {
  return runtimeOf(c).ledger.isExact
}
