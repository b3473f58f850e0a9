import { and, count, desc, eq, exists, notExists, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import {
  audit,
  findService,
  HttpError,
  insertRow,
  knownOrigin,
  manifestOf,
  type RequestContext,
  randomToken,
  sha256,
  t,
  users,
  uuidv7,
} from 'lintel/kit'
import { withMail } from '../mailer.ts'
import { requireSession } from '../require-session.ts'
import type { Paging } from '../responses.ts'
import { type InvitationObject, invitationObject, type NewInvitation, type SentInvitation } from './objects.ts'
import { type InvitationRow, invitations } from './table.ts'

/** Time for which an invitation works, in minutes: a week, since people do not expect an invitation. */
const INVITATION_MINUTES = 7 * 24 * 60

/** Returns a page of the invitations that nobody has accepted, newest first, and their total number. */
export async function listInvitations({ var: { db } }: RequestContext, { page, limit }: Paging) {
  const [rows, [counted]] = await db.batch([
    db
      // Rows of a batch are objects: each column needs a name of its own.
      .select({ row: invitations, inviter: sql<string | null>`${users.email}`.as('inviter') })
      .from(invitations)
      .leftJoin(users, eq(users.id, invitations.invitedBy))
      .orderBy(desc(invitations.createdAt), desc(invitations.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ count: count() }).from(invitations),
  ])
  const data: InvitationObject[] = rows.map(({ row, inviter }) => invitationObject(row, inviter))
  return { data, total: counted?.count ?? 0 }
}

/**
 * Invites a person by email, or, if no plugin sends mail, by a link that is returned only this once. The account is
 * created when the person accepts.
 * @throws HttpError `validation_failed` for a role that the config does not have, `conflict` if the address has an
 * account, or is already invited
 */
export async function invite(c: RequestContext, { email, role, ...names }: NewInvitation): Promise<SentInvitation> {
  const { userId } = requireSession(c)
  requireRole(c, role)
  const { db } = c.var
  const account = db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if ((await account).length > 0) throw hasAccount()
  const now = Date.now()
  const { firstName = null, lastName = null } = names
  const token = randomToken()
  const row: InvitationRow = {
    id: uuidv7(),
    email,
    role,
    firstName,
    lastName,
    tokenHash: await sha256(token),
    invitedBy: userId,
    createdAt: now,
    expiresAt: now + INVITATION_MINUTES * 60_000,
  }
  const same = db.select({ id: invitations.id }).from(invitations).where(eq(invitations.email, email))
  const insert = insertRow(db, invitations, row, and(notExists(same), notExists(account)))
  const sent = await send(c, { row, token, onlyIf: isThis(c, row) }, insert)
  if (!(await isStored(c, row))) {
    if ((await account).length > 0) throw hasAccount()
    throw taken(t('This address is invited already: send the invitation again.'))
  }
  await audit(c, { action: 'user.invite', collection: 'users', id: row.id, before: null, after: { email, role } })
  return sent
}

/**
 * Sends an invitation again, for another week; the former link stops working.
 * @throws HttpError `not_found`
 */
export async function resend(c: RequestContext, id: string): Promise<SentInvitation> {
  requireSession(c)
  const { db } = c.var
  const [found] = await db.select().from(invitations).where(eq(invitations.id, id))
  if (!found) throw gone()
  const token = randomToken()
  const expiresAt = Date.now() + INVITATION_MINUTES * 60_000
  const row = { ...found, tokenHash: await sha256(token), expiresAt }
  const update = db.update(invitations).set({ tokenHash: row.tokenHash, expiresAt }).where(eq(invitations.id, id))
  const sent = await send(c, { row, token, onlyIf: isThis(c, row) }, update)
  if (!(await isStored(c, row))) throw gone()
  await audit(c, { action: 'user.invite', collection: 'users', id })
  return sent
}

/**
 * Revokes an invitation, whose link stops working.
 * @throws HttpError `not_found`
 */
export async function revoke(c: RequestContext, id: string): Promise<void> {
  const [found] = await c.var.db.delete(invitations).where(eq(invitations.id, id)).returning()
  if (!found) throw gone()
  const { email, role } = found
  await audit(c, { action: 'user.uninvite', collection: 'users', id, before: { email, role }, after: null })
}

interface Sending {
  readonly row: InvitationRow
  readonly token: string
  /** A condition that must hold in the database for the email to be stored. */
  readonly onlyIf: SQL
}

/**
 * Stores a new or renewed invitation, and sends the email with its link. If no plugin sends mail, the result contains
 * the link.
 */
async function send(
  c: RequestContext,
  { row, token, onlyIf }: Sending,
  change: BatchItem<'sqlite'>,
): Promise<SentInvitation> {
  const { email, role, firstName } = row
  const path = `/auth/invitation?token=${token}`
  const mailer = await findService(c, 'email')
  const inviter = c.var.user?.email ?? null
  const mail = await mailer?.prepare(
    'invitation',
    {
      to: email,
      ...(firstName === null ? {} : { name: firstName }),
      ...(inviter === null ? {} : { invitedBy: inviter }),
      role,
      inviteUrl: path,
      expiryMinutes: INVITATION_MINUTES,
    },
    onlyIf,
  )
  await withMail(c, [change], mail)
  const sent = invitationObject(row, inviter)
  return mail ? sent : { ...sent, url: (knownOrigin(c) ?? '') + path }
}

/** Returns the condition that an invitation with this id and this link exists. */
function isThis({ var: { db } }: RequestContext, { id, tokenHash }: InvitationRow): SQL {
  const condition = and(eq(invitations.id, id), eq(invitations.tokenHash, tokenHash))
  return exists(db.select({ id: invitations.id }).from(invitations).where(condition))
}

async function isStored({ var: { db } }: RequestContext, { id, tokenHash }: InvitationRow): Promise<boolean> {
  const condition = and(eq(invitations.id, id), eq(invitations.tokenHash, tokenHash))
  const found = await db.select({ id: invitations.id }).from(invitations).where(condition)
  return found.length > 0
}

function requireRole(c: RequestContext, role: string): void {
  if (Object.hasOwn(manifestOf(c).roles, role)) return
  const message = t('There is no such role.')
  throw new HttpError('validation_failed', message, { errors: [{ path: 'role', code: 'invalid', message }] })
}

function hasAccount(): HttpError {
  return taken(t('This address has an account already.'))
}

function taken(message: string): HttpError {
  return new HttpError('conflict', message, { errors: [{ path: 'email', code: 'unique', message }] })
}

function gone(): HttpError {
  return new HttpError('not_found', t('There is no such invitation: it was accepted or revoked.'))
}
