import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { batch, type Row } from '../../database/database.ts'
import { atPosition } from '../../isolate/position.ts'
import { type DocumentRow, settle } from '../document/row.ts'
import { type Call, isVisible } from './call.ts'
import { allowsChange } from './etag.ts'
import { documentById } from './pending-mark.ts'

/**
 * Returns the document, if the caller may see it.
 * @throws HttpError `not_found`
 */
export async function load(call: Call, id: string): Promise<DocumentRow> {
  const { database, ledger } = call.runtime
  const [[row] = []] = await batch(database, [atPosition(ledger, documentById(call), [id])])
  return visible(call, id, row)
}

/**
 * Converts a row to a document, if the caller may see it.
 * @throws HttpError `not_found` if there is no row, or the caller may not see the document
 */
export function visible(call: Call, id: string, row: Row | undefined): DocumentRow {
  const document = row && settle(row, call.now)
  if (!document || !isVisible(call, document)) throw notFound(call, id)
  return document
}

/**
 * Refuses a change to a document that has changed since the caller read it.
 * @param ifMatch the ETag that the caller read. Default: the request's `If-Match`
 * @throws HttpError `precondition_failed`
 */
export function checkPrecondition(
  call: Call,
  row: DocumentRow,
  ifMatch: string | undefined = call.c.req.header('if-match'),
): void {
  if (allowsChange(ifMatch, row)) return
  throw new HttpError('precondition_failed', t('The document has changed since you read it. Read it again.'))
}

function notFound(call: Call, id: string): HttpError {
  return new HttpError(
    'not_found',
    t('There is no document {id} in {name}.', { id: id.slice(0, 64), name: call.plan.collection.name }),
  )
}
