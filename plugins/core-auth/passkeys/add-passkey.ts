import { count, eq, exists, lt } from 'drizzle-orm'
import { emit, HttpError, insertRow, type RequestContext, t } from 'lintel/kit'
import { withMail } from '../mailer.ts'
import { prepareSignInNotice } from '../notices.ts'
import { requireProof } from '../prove-again.ts'
import { requireSession } from '../require-session.ts'
import { passkeys } from '../tables.ts'
import { reliedOn } from '../unless-changed.ts'
import { findUser, type UserRow } from '../users.ts'
import type { NewCredential } from './credential.ts'
import { type PasskeyRow, passkeysOf } from './list-passkeys.ts'
import { passkeyOptionsFor, readPasskey } from './make-passkey.ts'

/** Maximum number of passkeys of one account. */
const MOST = 20

/**
 * Returns the options with which the caller's browser creates a passkey, and the state that it must send back.
 * @throws HttpError `conflict` if the account has too many passkeys, or the host cannot have any; as `requireProof`
 * does
 */
export async function beginPasskey(c: RequestContext, password: string | undefined) {
  const { id, email, firstName, username } = await requireCaller(c)
  const known = await passkeysOf(c.var.db, id)
  if (known.length >= MOST) throw tooMany(known.length)
  await requireProof(c, password)
  return passkeyOptionsFor(c, { id, email, displayName: firstName ?? username, known }, boundTo(c))
}

/**
 * Adds a passkey to the caller's account, and informs the owner by email.
 * @throws HttpError `invalid_token` for an invalid credential, `conflict` if the passkey exists already, or the account
 * has too many, or is being changed
 */
export async function addPasskey(
  c: RequestContext,
  made: { readonly state: string; readonly credential: NewCredential; readonly name: string },
): Promise<PasskeyRow> {
  const { db } = c.var
  const user = await requireCaller(c)
  const row = await readPasskey(c, { ...made, userId: user.id, bound: boundTo(c) })
  // Several requests may have begun while the account had room for one more.
  const isRoom = lt(db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, user.id)), MOST)
  const isAdded = exists(db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, row.id)))
  const notice = await prepareSignInNotice(c, user, { kind: 'passkey-added', passkey: row.name }, isAdded)
  await withMail(c, [insertRow(db, passkeys, row, isRoom)], notice, reliedOn(c, user))
  const known = await passkeysOf(db, user.id)
  if (!known.some(({ id }) => id === row.id)) throw tooMany(known.length)
  await emit(c, 'user:update', { id: user.id, before: {}, after: { passkey: row.name } })
  return row
}

function tooMany(count: number): HttpError {
  return new HttpError('conflict', t('You have {count} passkeys: remove one first.', { count }))
}

async function requireCaller(c: RequestContext): Promise<UserRow> {
  const user = await findUser(c.var.db, requireSession(c).userId)
  if (!user) throw new HttpError('unauthenticated')
  return user
}

function boundTo(c: RequestContext): string {
  const { userId, sessionId } = requireSession(c)
  return `add:${userId}:${sessionId}`
}
