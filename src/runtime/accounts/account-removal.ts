import { withValues } from '../../manifest/detach-statements.ts'
import type { Manifest } from '../../manifest/index.ts'
import { failIfHeld, holderStatements } from '../collections/write/promise-guard.ts'

/** A statement with its values, which are texts, so that commands can run it as the service does. */
interface RemovalStatement {
  readonly sql: string
  readonly values: readonly string[]
}

/** Parts of a manifest that tell what is deleted with an account. */
type Program = Pick<Manifest, 'accountDetach' | 'accountReferrers' | 'plugins'>

/** Queries for documents that must not lose the account, at most eleven of each field, with the field's name. */
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
 * One transaction that deletes an account: takes it out of the fields that let it go, deletes what belongs to it
 * (`accountColumns` of plugins), and then itself, whose id is the last statement's row. Whoever made something is known
 * there by the id for ever. The last active administrator violates NOT NULL of `users.id`, and nothing happens.
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
