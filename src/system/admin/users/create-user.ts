import type { RequestContext } from '../../../runtime/kit.ts'
import { serviceOf } from '../../../runtime/kit.ts'
import { readUser } from './find-users.ts'
import { type NewUser, requireRole } from './user-input.ts'
import type { AdminUser } from './user-object.ts'

/**
 * Creates an account with a password. The email address counts as confirmed, because an administrator has entered it.
 * @throws HttpError `validation_failed`, `conflict`
 */
export async function createUser(c: RequestContext, { email, role, password, ...names }: NewUser): Promise<AdminUser> {
  requireRole(c, role)
  const accounts = await serviceOf(c, 'accounts')
  const entries = Object.entries(names).filter(([, value]) => value != null)
  const { id } = await accounts.create({
    email,
    role,
    password,
    emailVerified: true,
    ...Object.fromEntries(entries),
  })
  return readUser(c, id)
}
