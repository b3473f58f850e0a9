import { and, desc, eq, exists } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { emit, HttpError, type RequestContext, t } from 'lintel/kit'
import { withMail } from '../mailer.ts'
import { prepareSignInNotice } from '../notices.ts'
import { requireProof } from '../prove-again.ts'
import { requireSession } from '../require-session.ts'
import { passkeys } from '../tables.ts'
import { reliedOn } from '../unless-changed.ts'
import { findUser } from '../users.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** Returns a user's passkeys, newest first. */
export function passkeysOf(db: DrizzleD1Database, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt))
}

export function passkeyObject({ id, name, createdAt, lastUsedAt }: PasskeyRow) {
  const iso = (time: number) => new Date(time).toISOString()
  return { id, name, createdAt: iso(createdAt), lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt) }
}

/**
 * Renames a passkey of the caller.
 * @throws HttpError `not_found`
 */
export async function renamePasskey(c: RequestContext, id: string, name: string): Promise<PasskeyRow> {
  const { db } = c.var
  const { userId } = requireSession(c)
  const before = await requireOwn(c, id)
  const [renamed] = await db.update(passkeys).set({ name }).where(passkeyOf(id, userId)).returning()
  if (!renamed) throw unknown()
  await emit(c, 'user:update', { id: userId, before: { passkey: before.name }, after: { passkey: name } })
  return renamed
}

/**
 * Removes a passkey of the caller, and informs the caller by email.
 * @throws HttpError `not_found`, `conflict` if the account is being changed, and as `requireProof` does
 */
export async function removePasskey(c: RequestContext, id: string, password: string | undefined): Promise<void> {
  const { db } = c.var
  const { userId } = requireSession(c)
  const found = await requireOwn(c, id)
  await requireProof(c, password)
  const user = await findUser(db, userId)
  if (!user) throw new HttpError('unauthenticated')
  const change = { kind: 'passkey-removed', passkey: found.name } as const
  const isThere = exists(db.select({ id: passkeys.id }).from(passkeys).where(passkeyOf(id, userId)))
  const notice = await prepareSignInNotice(c, user, change)
  await withMail(c, [db.delete(passkeys).where(passkeyOf(id, userId))], notice, {
    ...reliedOn(c, user),
    onlyIf: isThere,
  })
  await emit(c, 'user:update', { id: userId, before: { passkey: found.name }, after: {} })
}

async function requireOwn(c: RequestContext, id: string): Promise<PasskeyRow> {
  const [found] = await c.var.db
    .select()
    .from(passkeys)
    .where(passkeyOf(id, requireSession(c).userId))
  if (found) return found
  throw unknown()
}

function passkeyOf(id: string, userId: string) {
  return and(eq(passkeys.id, id), eq(passkeys.userId, userId))
}

function unknown(): HttpError {
  return new HttpError('not_found', t('You have no such passkey.'))
}
