import { batch, type Row, type Statement } from '../database/database.ts'
import { runtimeOf, type WithEnv } from './runtime.ts'

/**
 * Runs SQL as one transaction, all or nothing, in one round trip of the request's database session. For statements that
 * drizzle cannot express. Values are bound, never inserted into the SQL.
 * @returns the rows of each statement
 * @throws DatabaseError
 */
export function runStatements(c: WithEnv, statements: readonly Statement[]): Promise<Row[][]> {
  return batch(runtimeOf(c).database, statements)
}
