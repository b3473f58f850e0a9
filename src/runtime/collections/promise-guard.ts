import { sqlText } from '../../ground/sql-text.ts'
import type { Referrer } from '../../manifest/index.ts'
import type { DatabaseError, SqlValue, Statement } from '../database/database.ts'

type Guard<Value extends SqlValue> = Statement & { readonly values: readonly Value[] }

/** Fails, and with it the batch that it is in, where a condition does not hold at its place among the statements. */
export function failUnless<Value extends SqlValue>(condition: string, values: readonly Value[]): Guard<Value> {
  return {
    sql: sqlText`
      INSERT INTO "content_drafts" ("document_id", "collection_id", "data", "version", "revision", "created_at", "updated_at")
      SELECT '', '', NULL, 0, 0, 0, 0
      WHERE NOT (${condition})
    `,
    values,
  }
}

/**
 * Fails where a list of references would become shorter than it may be.
 * @param targets JSON ids of what goes, which the lists still hold
 * @param owners JSON ids of documents of the list's collection that go as well
 */
export function failIfShort({ tooShort }: Referrer, targets: string, owners: string): Guard<string>[] {
  if (tooShort === undefined) return []
  const short = `SELECT 1 FROM (${tooShort}) AS "short" WHERE "short"."id" NOT IN (SELECT value FROM json_each(?3))`
  return [failUnless(`NOT EXISTS (${short})`, [targets, NO_LIMIT, owners])]
}

const NO_LIMIT = '-1'

/** Tells whether a batch was refused because such a condition does not hold. */
export function isBroken({ refusal }: DatabaseError): boolean {
  return refusal.kind === 'notNull' && refusal.column === 'content_drafts.data'
}
