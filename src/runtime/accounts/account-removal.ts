import { withValues } from '../../manifest/detach-statements.ts'
import type { Manifest } from '../../manifest/index.ts'
import { failIfHeld, holderStatements } from '../collections/write/promise-guard.ts'

/** A statement whose values are all strings, so that commands can run it in the same way as the service. */
interface RemovalStatement {
  readonly sql: string
  readonly values: readonly string[]
}

/** The parts of a manifest that determine what is deleted with an account. */
type Program = Pick<Manifest, 'accountDetach' | 'accountReferrers' | 'plugins'>

/**
 * Returns queries for documents that require the account, each with the field's name. Each returns at most eleven
 * documents.
 */
export function holderQueries({ accountReferrers }: Program, id: string) {
  return accountReferrers.flatMap((referrer) =>
    holderStatements(referrer).map((sql) => ({
      field: `${referrer.collection}.${referrer.field}`,
      sql,
      values: [JSON.stringify([id]), '11'],
    })),
  )
}

/**
 * Returns the statements of one transaction that deletes an account. They set references to the account to NULL where
 * the field allows it, delete the account's rows in plugins' tables (`accountColumns`), and finally delete the account
 * itself, whose id the last statement returns. Documents that the account created keep its id as author. For the last
 * active administrator, the transaction violates NOT NULL of `users.id` and changes nothing.
 * @param now milliseconds since the epoch
 */
export function removalStatements(
  { accountDetach, accountReferrers, plugins }: Program,
  id: string,
  now: number,
): readonly RemovalStatement[] {
  const referring = [...accountReferrers.flatMap(({ detach }) => detach), ...accountDetach]
  const owned = plugins.flatMap(({ accountColumns }) => Object.entries(accountColumns))
  return [
    { sql: KEEP_LAST_ADMIN, values: [id] },
    ...accountReferrers.flatMap((referrer) => failIfHeld(referrer, JSON.stringify([id]), '[]')),
    ...referring.map((sql) => withValues(sql, [JSON.stringify([id]), String(now), '[]'])),
    ...owned.flatMap(([table, columns]) =>
      columns.map((column) => ({ sql: `DELETE FROM "${table}" WHERE "${column}" = ?1`, values: [id] })),
    ),
    { sql: 'DELETE FROM "users" WHERE "id" = ?1 RETURNING "id"', values: [id] },
  ]
}

const KEEP_LAST_ADMIN = `UPDATE "users" SET "id" = NULL WHERE "id" = ?1 AND "role" = 'admin' AND "is_active" = 1
AND NOT EXISTS (SELECT 1 FROM "users" AS "other" WHERE "other"."role" = 'admin' AND "other"."is_active" = 1 AND "other"."id" <> ?1)`
