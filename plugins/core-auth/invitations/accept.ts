import { and, eq, exists, gt } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import {
  emit,
  failAttempt,
  forgiveStatement,
  HttpError,
  insertRow,
  passwordErrors,
  type RequestContext,
  sha256,
  t,
  takeAttempt,
  users,
} from 'lintel/kit'
import { failuresFrom } from '../limits.ts'
import { isAccount } from '../mailer.ts'
import type { NewCredential } from '../passkeys/credential.ts'
import { passkeyOptionsFor, readPasskey } from '../passkeys/make-passkey.ts'
import { type SignedIn, signInAndTell } from '../sign-in.ts'
import { passkeys } from '../tables.ts'
import { createUser, type UserRow, userObject } from '../users.ts'
import { type InvitationRow, invitations } from './table.ts'

/** Somebody's answer to an invitation: a password, or a passkey that their browser has made. */
export interface Acceptance {
  readonly token: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly password?: string | undefined
  readonly passkey?: { readonly state: string; readonly credential: NewCredential; readonly name: string } | undefined
}

/** The invitation that a link leads to, with the email of who invites. */
export interface Invited {
  readonly row: InvitationRow
  readonly inviter: string | null
}

/**
 * Finds the invitation of a link. Reading it uses nothing up.
 * @throws HttpError `invalid_token` for a link that is unknown, used, revoked or expired; `rate_limited`
 */
export async function openInvitation(c: RequestContext, token: string): Promise<Invited> {
  const { db } = c.var
  const attempt = await takeAttempt(db, [failuresFrom(c, 'invitation')])
  const [found] = await db
    .select({ row: invitations, inviter: users.email })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.tokenHash, await sha256(token)), gt(invitations.expiresAt, Date.now())))
  if (!found) {
    await failAttempt(db, attempt)
    throw gone()
  }
  await forgiveStatement(db, attempt)
  return found
}

/**
 * The options with which the browser of somebody who is invited makes a passkey for the account to be.
 * @throws HttpError those of `openInvitation`, `conflict` where the host can have no passkeys
 */
export async function beginInvitedPasskey(c: RequestContext, token: string) {
  const { row } = await openInvitation(c, token)
  const { id, email, firstName } = row
  return passkeyOptionsFor(c, { id, email, displayName: firstName ?? email, known: [] }, boundTo(row))
}

/**
 * Makes the account of somebody who accepts, with a confirmed address, since the link went there, and signs them in.
 * @throws HttpError those of `openInvitation`; `validation_failed` without a password or passkey, `conflict` where the
 * address has an account by now
 */
export async function accept(c: RequestContext, { token, password, passkey, ...names }: Acceptance): Promise<SignedIn> {
  const { row } = await openInvitation(c, token)
  if (passkey === undefined) await requirePassword(password)
  const key = passkey && (await readPasskey(c, { ...passkey, userId: row.id, bound: boundTo(row) }))
  const given = key === undefined && password !== undefined ? { password } : {}
  const user = await createAccount(c, row, { ...names, ...given }, (isCreated) =>
    key === undefined ? [] : [insertRow(c.var.db, passkeys, key, isCreated)],
  )
  return signInAndTell(c, user, [])
}

interface Details {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly password?: string
}

/**
 * Makes the account of an invitation, which ends, in one transaction.
 * @param also statements that let somebody into the account, for the same transaction
 * @throws HttpError `conflict`, or `invalid_token` where the invitation has ended meanwhile
 */
export async function createAccount(
  c: RequestContext,
  { id, email, role, tokenHash, ...invited }: InvitationRow,
  { firstName = invited.firstName ?? undefined, lastName = invited.lastName ?? undefined, password }: Details,
  also: (isCreated: ReturnType<typeof isAccount>) => readonly BatchItem<'sqlite'>[],
): Promise<UserRow> {
  const { db } = c.var
  const input = {
    id,
    email,
    role,
    emailVerified: true,
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(password === undefined ? {} : { password }),
  }
  const isInvited = and(eq(invitations.id, id), eq(invitations.tokenHash, tokenHash))
  const onlyIf = exists(db.select({ id: invitations.id }).from(invitations).where(isInvited))
  const isCreated = isAccount(c, id, email)
  const end = db.delete(invitations).where(and(eq(invitations.id, id), isCreated))
  const user = await createUser(db, { ...input, onlyIf }, async () => [end, ...also(isCreated)]).catch(
    async (error) => {
      const left = await db.select({ id: invitations.id }).from(invitations).where(isInvited)
      throw left.length > 0 ? error : gone()
    },
  )
  await emit(c, 'user:update', { actor: user.id, id: user.id, after: { ...userObject(user) } })
  return user
}

async function requirePassword(password: string | undefined): Promise<void> {
  const errors =
    password === undefined
      ? [{ path: 'password', code: 'required', message: t('Choose a password, or use a passkey.') }]
      : await passwordErrors(password)
  if (errors.length > 0) throw new HttpError('validation_failed', undefined, { errors })
}

/** A link that was sent anew is another one. */
function boundTo({ tokenHash }: InvitationRow): string {
  return `invitation:${tokenHash}`
}

function gone(): HttpError {
  return new HttpError(
    'invalid_token',
    t('This invitation is unknown, has been accepted or revoked, or has expired. Ask for another one.'),
  )
}
