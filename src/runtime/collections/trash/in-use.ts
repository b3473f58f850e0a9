import { t, tn } from '../../../messages/translate.ts'
import { type FieldError, HttpError } from '../../common/errors.ts'
import { readableUses } from '../list/readable-ids.ts'
import type { Call } from '../request/call.ts'
import type { DeletionConstraint } from '../write/deletions.ts'

/** Maximum number of documents that an error names. */
const NAMED = 10

/**
 * Returns the error about the documents, at least one, that prevent a deletion. The error names those that the caller
 * may read.
 */
export async function inUse(call: Call, staying: readonly DeletionConstraint[]): Promise<HttpError> {
  const uses = staying.map(({ referrer: { collection, field }, holder }) => ({ collection, field, id: holder }))
  const named = await readableUses(call.c, uses)
  const errors = named.slice(0, NAMED).map(
    ({ collection, field, id }): FieldError => ({
      path: `${collection}.${field}`,
      code: 'in_use',
      message: t('{collection} {holder} refers to it.', { collection, holder: id }),
    }),
  )
  const sentence = tn(named.length, 'One document refers to it.', '{count} documents refer to it.')
  if (named.length === staying.length) return new HttpError('in_use', sentence, { errors })
  const untold = t('Something that you may not read refers to it.')
  return new HttpError('in_use', named.length === 0 ? untold : `${sentence} ${untold}`, { errors })
}
