import type { RequestContext } from '../../../runtime/kit.ts'
import { HttpError, serviceOf, t } from '../../../runtime/kit.ts'
import { readUser } from './find-users.ts'
import { type NewUser, requireRole } from './user-input.ts'
import type { AdminUser } from './user-object.ts'

/**
 * Makes an account; without a password its owner is mailed an invitation to set one, and confirms the address by it.
 * Whoever sets a password vouches for the address, as the command does.
 * @throws HttpError `validation_failed`, `conflict`
 */
export async function createUser(c: RequestContext, { email, role, ...optional }: NewUser): Promise<AdminUser> {
  requireRole(c, role)
  const { password } = optional
  const accounts = await serviceOf(c, 'accounts')
  if (password == null && !(await accounts.canInvite())) {
    const message = t('A password is needed: no active plugin sends mail, so nobody can be invited.')
    throw new HttpError('validation_failed', undefined, { errors: [{ path: 'password', code: 'required', message }] })
  }
  const given = Object.entries(optional).filter(([, value]) => value != null)
  const isInvited = password == null
  const { id } = await accounts.create({
    email,
    role,
    isInvited,
    emailVerified: !isInvited,
    ...Object.fromEntries(given),
  })
  return readUser(c, id)
}
