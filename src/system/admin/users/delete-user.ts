import { holderQuestions, removalStatements } from '../../../runtime/account-removal.ts'
import { refusalOf } from '../../../runtime/database.ts'
import {
  emit,
  type FieldError,
  forgetGenerations,
  HttpError,
  manifestOf,
  type RequestContext,
  runStatements,
  t,
} from '../../../runtime/kit.ts'
import { readUser } from './find-users.ts'
import type { AdminUser } from './user-object.ts'

/**
 * Deletes an account with its sessions, its tokens and what else belongs to it. What it made stays, and keeps its id.
 * @throws HttpError `not_found`; `conflict` for one's own account, and for the last active administrator's; `in_use`
 * while documents refer to it that must not lose it
 */
export async function deleteUser(c: RequestContext, id: string): Promise<AdminUser> {
  const before = await readUser(c, id)
  if (id === c.get('user')?.id) throw new HttpError('conflict', t('Nobody deletes their own account.'))
  await requireFree(c, id)
  try {
    await runStatements(c, removalStatements(manifestOf(c), id, Date.now()))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal?.kind === 'notNull' && refusal.column === 'users.id') {
      throw new HttpError('conflict', t('This is the last active administrator.'), { cause: error })
    }
    if (refusal?.kind === 'foreignKey') throw new HttpError('in_use', t('Something refers to it.'), { cause: error })
    throw error
  }
  forgetGenerations(c)
  await emit(c, 'user:update', { id, before: { ...before }, after: null })
  return before
}

/** @throws HttpError `in_use` */
async function requireFree(c: RequestContext, id: string): Promise<void> {
  const questions = holderQuestions(manifestOf(c), id)
  if (questions.length === 0) return
  const found = await runStatements(c, questions)
  const errors = questions.flatMap(({ field }, index) =>
    (found[index] ?? []).map(
      ({ id: holder }): FieldError => ({
        path: field,
        code: 'in_use',
        message: t('{field} of {holder} refers to it.', { field, holder: String(holder) }),
      }),
    ),
  )
  if (errors.length === 0) return
  const detail = t('Documents refer to this account and must not lose it. Deactivate it, or change them first.')
  throw new HttpError('in_use', detail, { errors: errors.slice(0, 10) })
}
