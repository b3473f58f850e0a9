import { sql } from 'drizzle-orm'
import { isDatabaseAway, type RequestContext, runStatements, storedManifestOf } from 'lintel/kit'
import { seedRecords } from '../tables.ts'

/** Number of accounts in one transaction. */
const AT_ONCE = 200

/**
 * Removes sample accounts that are not held. Their documents stay and keep the account's id.
 * @returns how many were removed
 */
export async function clearUsers(c: RequestContext, limit: number): Promise<number> {
  let removed = 0
  for (;;) {
    if (removed >= limit) return removed
    const rows = await c.var.db
      .select({ id: seedRecords.id })
      .from(seedRecords)
      .where(sql`${seedRecords.kind} = 'users' AND NOT ${seedRecords.held}`)
      .limit(AT_ONCE)
    if (rows.length === 0) return removed
    removed += await removeAll(
      c,
      rows.map(({ id }) => id),
    )
  }
}

/**
 * Removes all accounts at once. If that fails, removes them one by one, and marks those that cannot be removed as held:
 * a plugin's data may refer to an account.
 */
async function removeAll(c: RequestContext, ids: readonly string[]): Promise<number> {
  try {
    return await remove(c, ids)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (ids.length === 1) {
      await c.var.db.update(seedRecords).set({ held: true }).where(sql`"kind" = 'users' AND "id" = ${ids[0]}`)
      return 0
    }
    let removed = 0
    for (const id of ids) removed += await removeAll(c, [id])
    return removed
  }
}

async function remove(c: RequestContext, users: readonly string[]): Promise<number> {
  const ids = JSON.stringify(users)
  const [there = []] = await runStatements(c, [
    { sql: `SELECT 1 FROM "users" WHERE "id" ${AMONG}`, values: [ids] },
    { sql: 'PRAGMA defer_foreign_keys = ON', values: [] },
    ...released(c).map((sql) => ({ sql, values: [ids] })),
    { sql: `DELETE FROM "users" WHERE "id" ${AMONG}`, values: [ids] },
    { sql: `DELETE FROM "seed_records" WHERE "kind" = 'users' AND "id" ${AMONG}`, values: [ids] },
  ])
  return there.length
}

const AMONG = 'IN (SELECT "value" FROM json_each(?1))'

/**
 * Returns statements that remove accounts from documents: they empty optional fields, and remove the accounts from
 * lists.
 */
function released(c: RequestContext): string[] {
  return storedManifestOf(c).collections.flatMap(({ table, fields }) =>
    fields.flatMap(({ target, column, join }) => {
      if (target !== 'users') return []
      if (join !== null) return [`DELETE FROM "${join}" WHERE target_id ${AMONG}`]
      return [`UPDATE "${table}" SET "${column}" = NULL WHERE [${column}] ${AMONG}`]
    }),
  )
}
