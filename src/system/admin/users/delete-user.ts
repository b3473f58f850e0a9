import { emit, forgetGenerations, HttpError, type RequestContext, removeAccount, t } from '../../../runtime/kit.ts'
import { readUser } from './find-users.ts'
import type { AdminUser } from './user-object.ts'

/**
 * Deletes an account with its sessions, its tokens and other rows that belong to it. Documents that the account created
 * stay, and still contain its id.
 * @throws HttpError `not_found`; `conflict` for the caller's own account, and for the last active administrator's;
 * `in_use` if a document requires a reference to it
 */
export async function deleteUser(c: RequestContext, id: string): Promise<AdminUser> {
  const before = await readUser(c, id)
  if (id === c.get('user')?.id) throw new HttpError('conflict', t('You cannot delete your own account.'))
  await removeAccount(c, id)
  forgetGenerations(c)
  await emit(c, 'user:update', { id, before: { ...before }, after: null })
  return before
}
