import { and, desc, eq } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { emit, HttpError, type RequestContext, t } from 'lintel/kit'
import { withMail } from '../mailer.ts'
import { prepareSignInNotice } from '../notices.ts'
import { requireSession } from '../require-session.ts'
import { passkeys } from '../tables.ts'
import { findUser } from '../users.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** A user's passkeys, the newest first. */
export function passkeysOf(db: DrizzleD1Database, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt))
}

export function passkeyObject({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  const iso = (time: number) => new Date(time).toISOString()
  return { id, name, createdAt: iso(createdAt), lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt) }
}

/**
 * Removes a passkey of the caller, who is told by mail.
 * @throws HttpError `not_found`
 */
export async function removePasskey(c: RequestContext, id: string): Promise<void> {
  const { db } = c.var
  const { userId } = requireSession(c)
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
  const [found] = await db.select().from(passkeys).where(own)
  const user = await findUser(db, userId)
  if (!found || !user) throw new HttpError('not_found', t('You have no such passkey.'))
  const change = { kind: 'passkey-removed', passkey: found.name } as const
  await withMail(c, [db.delete(passkeys).where(own)], await prepareSignInNotice(c, user, change))
  await emit(c, 'user:update', { id: userId, before: { passkey: found.name }, after: {} })
}
