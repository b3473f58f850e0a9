import type { RequestContext } from '../../config/request.ts'
import { t } from '../../messages/translate.ts'
import { type FieldError, HttpError } from '../common/errors.ts'
import { refusalOf } from '../database/database.ts'
import { runStatements } from '../isolate/run-statements.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { holderQueries, removalStatements } from './account-removal.ts'

/**
 * Deletes an account with its sessions, its tokens and other rows that belong to it. Documents that the account created
 * are kept, with its id as author. This function neither checks permissions nor sends events: the caller must.
 * @throws HttpError `conflict` for the last active administrator; `in_use` if a document requires a reference to the
 * account
 */
export async function removeAccount(c: RequestContext, id: string): Promise<void> {
  await requireFree(c, id)
  try {
    await runStatements(c, removalStatements(runtimeOf(c).program.manifest, id, Date.now()))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal?.kind === 'notNull' && refusal.column === 'users.id') {
      throw new HttpError('conflict', t('This is the last active administrator.'), { cause: error })
    }
    if (refusal?.kind === 'foreignKey' || refusal?.kind === 'notNull')
      throw new HttpError('in_use', t('Something refers to this account.'), { cause: error })
    throw error
  }
}

/**
 * Checks that no document requires a reference to the account.
 * @throws HttpError `in_use`
 */
async function requireFree(c: RequestContext, id: string): Promise<void> {
  const queries = holderQueries(runtimeOf(c).program.manifest, id)
  if (queries.length === 0) return
  const found = await runStatements(c, queries)
  const errors = queries.flatMap(({ field }, index) =>
    (found[index] ?? []).map(
      ({ id: holder }): FieldError => ({
        path: field,
        code: 'in_use',
        message: t('{field} of {holder} refers to it.', { field, holder: String(holder) }),
      }),
    ),
  )
  if (errors.length === 0) return
  const detail = t('Some documents require this account. Deactivate it, or change the documents first.')
  throw new HttpError('in_use', detail, { errors: errors.slice(0, 10) })
}
