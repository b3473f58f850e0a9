import { eq, notExists, sql } from 'drizzle-orm'
import type { StartHook } from 'lintel'
import { environmentOf, HttpError, secretOf, users } from 'lintel/kit'
import { newUserRow } from './users.ts'

/**
 * Creates the first administrator from `ADMIN_PASSWORD` and `ADMIN_EMAIL`. Does nothing without `ADMIN_PASSWORD`, or if
 * there is an administrator already.
 * @throws Error that names the variable whose value cannot be used
 */
export const createFirstAdmin: StartHook = async (start) => {
  const password = secretOf(start, 'ADMIN_PASSWORD')
  if (password === undefined) return
  const admins = start.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
  if ((await admins).length > 0) return
  const email = secretOf(start, 'ADMIN_EMAIL') ?? `admin@${hostOf(environmentOf(start).domain)}`
  const row = await newUserRow({ email, password, role: 'admin', emailVerified: true }).catch((error: unknown) => {
    throw explain(error)
  })
  // Isolates may start at the same time: the insert itself checks again whether there is an administrator.
  await start.db.run(sql`
    INSERT INTO ${users} (id, email, username, password_hash, role, is_active, email_verified, created_at, updated_at)
    SELECT ${row.id}, ${row.email}, ${row.username}, ${row.passwordHash}, ${row.role}, 1, 1, ${row.createdAt}, ${row.updatedAt}
    WHERE ${notExists(admins)}
    ON CONFLICT DO NOTHING`)
  if ((await admins).length > 0) return
  throw new Error(`ADMIN_EMAIL ${email} or its username is taken: the first administrator was not created`)
}

function hostOf(domain: string | null): string {
  return (domain ?? 'localhost').replace(/:\d+$/, '')
}

function explain(error: unknown): unknown {
  if (!(error instanceof HttpError)) return error
  const [first] = error.errors ?? []
  const name = first?.path === 'email' ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'
  return new Error(
    `${name} cannot be used, and the first administrator was not created: ${first?.message ?? error.message}`,
  )
}
