import { type SQL, sql } from 'drizzle-orm'
import { limitAt } from '../isolate/position.ts'
import { runtimeOf, type WithEnv } from '../isolate/runtime.ts'

/**
 * Returns a table of one row for a batch that requires the schema that was checked: reading the table fails if the
 * ledger has changed since then. The request is then repeated or refused.
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
