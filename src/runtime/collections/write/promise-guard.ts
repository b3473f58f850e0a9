import { sqlText } from '../../../ground/sql-text.ts'
import type { Referrer } from '../../../manifest/index.ts'
import type { DatabaseError, SqlValue, Statement } from '../../database/database.ts'

type Guard<Value extends SqlValue> = Statement & { readonly values: readonly Value[] }

/** Returns a statement that makes its batch fail if a condition does not hold at that point. */
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
 * Returns statements that make their batch fail if a deletion would remove a target that a remaining document must
 * keep, or make its list of references shorter than allowed. Deferred foreign keys alone are not enough: workerd
 * reports a violation at the end of a batch as an internal error.
 * @param targets JSON ids of the documents to be deleted, to which others still refer
 * @param owners JSON ids of documents of the field's collection that are deleted as well
 */
export function failIfHeld(referrer: Referrer, targets: string, owners: string): Guard<string>[] {
  return holderStatements(referrer).map((sql) => {
    const staying = `SELECT 1 FROM (${sql}) AS "holder" WHERE "holder"."id" NOT IN (SELECT value FROM json_each(?3))`
    return failUnless(`NOT EXISTS (${staying})`, [targets, NO_LIMIT, owners])
  })
}

/**
 * Returns the statements that find documents that prevent a deletion, or are deleted along with it: `Referrer.find` or
 * `Referrer.tooShort`.
 */
export function holderStatements({ onDelete, find, tooShort }: Referrer): string[] {
  if (onDelete === 'restrict' || onDelete === 'cascade') return [find]
  return tooShort === undefined ? [] : [tooShort]
}

const NO_LIMIT = '-1'

/** Tells whether a batch failed because the condition of a `failUnless` did not hold. */
export function isBroken({ refusal }: DatabaseError): boolean {
  return refusal.kind === 'notNull' && refusal.column === 'content_drafts.data'
}
