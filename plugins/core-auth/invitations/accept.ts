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

/** A person's acceptance of an invitation, with a password, or a passkey that their browser has created. */
export interface Acceptance {
  readonly token: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly password?: string | undefined
  readonly passkey?: { readonly state: string; readonly credential: NewCredential; readonly name: string } | undefined
}

/** The invitation that a link leads to, with the inviter's email. */
export interface Invited {
  readonly row: InvitationRow
  readonly inviter: string | null
}

/**
 * Finds the invitation of a link without using the link up.
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
 * Returns the options with which the browser of an invited person creates a passkey for the future account.
 * @throws HttpError as `openInvitation` does, `conflict` if the host cannot have passkeys
 */
export async function beginInvitedPasskey(c: RequestContext, token: string) {
  const { row } = await openInvitation(c, token)
  const { id, email, firstName } = row
  return passkeyOptionsFor(c, { id, email, displayName: firstName ?? email, known: [] }, boundTo(row))
}

/**
 * Creates the account of a person who accepts an invitation, and signs them in. The address counts as confirmed, since
 * the link was sent to it.
 * @throws HttpError as `openInvitation` does; `validation_failed` without a password or passkey, `conflict` if the
 * address has got an account since the invitation
 */
export async function accept(c: RequestContext, { token, password, passkey, ...names }: Acceptance): Promise<SignedIn> {
  const { row } = await openInvitation(c, token)
  if (passkey === undefined) await requirePassword(password)
  const key = passkey && (await readPasskey(c, { ...passkey, userId: row.id, bound: boundTo(row) }))
  const credentials = key === undefined && password !== undefined ? { password } : {}
  const user = await createAccount(c, row, { ...names, ...credentials }, (isCreated) =>
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
 * Creates the account and deletes its invitation, in one transaction.
 * @param also statements that add credentials to the account, for the same transaction
 * @throws HttpError `conflict`, or `invalid_token` if the invitation has ended in the meantime
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

/** Returns the value that binds a passkey's state to an invitation. Sending the invitation again changes the value. */
function boundTo({ tokenHash }: InvitationRow): string {
  return `invitation:${tokenHash}`
}

function gone(): HttpError {
  return new HttpError(
    'invalid_token',
    t('This invitation is unknown, has been accepted or revoked, or has expired. Ask for another one.'),
  )
}
