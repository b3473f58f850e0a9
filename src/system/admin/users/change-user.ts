import { and, eq, exists, ne, or } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { alias } from 'drizzle-orm/sqlite-core'
import type { RequestContext } from '../../../runtime/kit.ts'
import { emit, findService, HttpError, serviceOf, t, users } from '../../../runtime/kit.ts'
import { readUser } from './find-users.ts'
import { requireRole, type UserChanges } from './user-input.ts'
import { type AdminUser, showUser, userColumns } from './user-object.ts'

/**
 * Changes an account. If a plugin sends email, a new email address is unconfirmed, and its owner receives a link to
 * confirm it; otherwise the administrator is trusted.
 * @throws HttpError `not_found`, `validation_failed`; `conflict` for a username or email address that is taken, for the
 * caller's own role, and for the role of the last active administrator
 */
export async function changeUser(c: RequestContext, id: string, changes: UserChanges): Promise<AdminUser> {
  const before = await readUser(c, id)
  const { role = before.role, email = before.email, firstName, lastName, username } = changes
  if (role !== before.role) requireRole(c, role)
  if (role !== before.role && id === c.get('user')?.id) {
    throw new HttpError('conflict', t('You cannot change your own role.'))
  }
  await requireFree(c, id, 'email', changes.email)
  await requireFree(c, id, 'username', changes.username)
  const accounts = email === before.email ? null : await findService(c, 'accounts')
  const verified = (await accounts?.sendsMail()) ? { emailVerified: false } : {}
  const mail = await accounts?.prepareConfirmation({ id, email })
  const values = {
    ...(email === before.email ? {} : { email, ...verified }),
    ...(role === before.role ? {} : { role }),
    ...(username === undefined ? {} : { username }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  }
  const after = await write(c, before, values, mail?.statements).catch(async (error) => {
    await requireFree(c, id, 'email', changes.email)
    await requireFree(c, id, 'username', changes.username)
    throw error
  })
  mail?.sendSoon()
  return after
}

/**
 * Deactivates an account, which ends its sessions at once, or activates it again.
 * @throws HttpError `not_found`; `conflict` for the caller's own account, for the last active administrator's, and if
 * somebody else has just changed the account in the same way
 */
export async function toggleUser(c: RequestContext, id: string): Promise<AdminUser> {
  const before = await readUser(c, id)
  if (id === c.get('user')?.id) throw new HttpError('conflict', t('You cannot deactivate your own account.'))
  const ended = before.isActive ? await (await serviceOf(c, 'accounts')).prepareDeactivation(id) : []
  return write(c, before, { isActive: !before.isActive }, ended)
}

/**
 * Writes changes in one statement with the check that an administrator remains, so that concurrent changes cannot lock
 * everybody out.
 * @throws HttpError `conflict` for the last active administrator
 */
async function write(
  c: RequestContext,
  before: AdminUser,
  values: Partial<typeof users.$inferInsert>,
  also: readonly BatchItem<'sqlite'>[] = [],
): Promise<AdminUser> {
  const db = c.get('db')
  const others = alias(users, 'others')
  const administrators = db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.role, 'admin'), eq(others.isActive, true), ne(others.id, before.id)))
  const staysAdmin = (values.role ?? before.role) === 'admin' && (values.isActive ?? before.isActive)
  const isNoLoss = or(ne(users.role, 'admin'), eq(users.isActive, false), exists(administrators))
  const isToggled = values.isActive === undefined ? undefined : eq(users.isActive, before.isActive)
  const update = db
    .update(users)
    .set({ ...values, updatedAt: Date.now() })
    .where(and(eq(users.id, before.id), isToggled, staysAdmin ? undefined : isNoLoss))
    .returning(userColumns)
  const [[row]] = await db.batch([update, ...also])
  if (!row) throw await refusalOf(c, before)
  const after = showUser(row)
  await emit(c, 'user:update', { id: before.id, before: beforeOf(before, after, values), after: { ...after } })
  return after
}

/**
 * Returns the account as it was before this change: what others have changed in the meantime does not count as part of
 * the change.
 */
function beforeOf(before: AdminUser, after: AdminUser, values: Partial<typeof users.$inferInsert>): AdminUser {
  const changed = Object.entries(before).filter(([name]) => name in values || name === 'updatedAt')
  return { ...after, ...Object.fromEntries(changed) }
}

/** Returns the error for a change that was not written. */
async function refusalOf(c: RequestContext, before: AdminUser): Promise<HttpError> {
  const now = await readUser(c, before.id)
  const isLast = now.isActive === before.isActive
  return new HttpError(
    'conflict',
    isLast ? t('This is the last active administrator.') : t('The account has just been changed. Try again.'),
  )
}

async function requireFree(
  c: RequestContext,
  id: string,
  field: 'email' | 'username',
  value: string | undefined,
): Promise<void> {
  if (value === undefined) return
  const taken = await c
    .get('db')
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users[field], value), ne(users.id, id)))
    .limit(1)
  if (taken.length === 0) return
  const errors = [{ path: field, code: 'unique', message: t('This is taken.') }]
  throw new HttpError(
    'conflict',
    field === 'email' ? t('This email address is taken.') : t('This username is taken.'),
    {
      errors,
    },
  )
}
