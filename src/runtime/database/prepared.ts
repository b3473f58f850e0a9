import type { DrizzleD1Database } from 'drizzle-orm/d1'

/**
 * Makes a drizzle statement that is built once for each database instead of once for each request.
 * ```ts
 * const userById = prepared((db) => db.select().from(users).where(eq(users.id, sql.placeholder('id'))).prepare())
 * const user = await userById(c.var.db).get({ id })
 * ```
 */
export function prepared<Statement>(build: (db: DrizzleD1Database) => Statement): (db: DrizzleD1Database) => Statement {
  const statements = new WeakMap<DrizzleD1Database, { readonly statement: Statement }>()
  return (db) => {
    const known = statements.get(db)
    if (known) return known.statement
    const statement = build(db)
    statements.set(db, { statement })
    return statement
  }
}
