import { type SQL, sql } from 'drizzle-orm'
import { limitAt } from '../isolate/position.ts'
import { runtimeOf, type WithEnv } from '../isolate/runtime.ts'

/**
 * Returns a table of one row for a batch that requires the checked schema: reading it fails if the ledger has changed
 * since. The request is then repeated or refused.
 */
export function ledgerGuard(c: WithEnv): SQL {
  const { current } = runtimeOf(c).ledger
  return sql`(SELECT 1 LIMIT ${sql.raw(limitAt(String(current ?? 'NULL')))})`
}

/**
 * Tells whether the database has exactly the program's migrations. Otherwise it may contain collections of another
 * program.
 */
export function isSchemaExact(c: WithEnv): boolean {
  return runtimeOf(c).ledger.isExact
}
