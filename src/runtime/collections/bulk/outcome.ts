import { tn } from '../../../messages/translate.ts'
import { type FieldError, HttpError } from '../../common/errors.ts'
import { type Call, render } from '../request/call.ts'
import { documentTag } from '../request/etag.ts'
import { isMarked, markedView } from '../request/pending-mark.ts'
import type { CollectionResponse } from '../request/respond.ts'
import type { Item, Refused } from './prepare.ts'

const STATUS = { create: 201, update: 200, delete: 204 } as const

/**
 * Returns the response with the result of each operation: the status that the single endpoint would have returned, the
 * document's id and, unless it was deleted, its new version and new ETag.
 */
export function bulkResponse(call: Call, items: readonly Item[]): CollectionResponse {
  const data = items.map((item) => {
    const { action, index } = item
    const outcome = { index, action, status: STATUS[action] }
    if (item.action === 'delete') return { ...outcome, id: item.before.id }
    const { id, version } = item.row
    return {
      ...outcome,
      id,
      version,
      etag: documentTag(isMarked(call) ? { ...item.row, hasDraft: 0 } : item.row, markedView(call), ''),
    }
  })
  return { status: 200, text: render(call, JSON.stringify({ data })), headers: {} }
}

/**
 * Returns the error of a bulk request, which was refused as a whole. It has the code of the refused operations if they
 * share one, and lists every reason under `errors`, with a path that begins with the operation's path. `operations`
 * holds the outcome of each refused operation, with its index.
 */
export function bulkRefusal(refused: Refused, total: number): HttpError {
  const sorted = [...refused].sort(([a], [b]) => a - b)
  const all = sorted.flatMap(([, reasons]) => reasons)
  const [first] = all
  const code = first && all.every((error) => error.code === first.code) ? first.code : 'validation_failed'
  const detail = tn(
    total,
    '{refused} of {count} operation was refused; nothing was written.',
    '{refused} of {count} operations were refused; nothing was written.',
    { refused: sorted.length },
  )
  return new HttpError(code, detail, {
    errors: sorted.flatMap(([index, reasons]) => reasons.flatMap((error) => errorsOf(error, index))),
    members: { operations: sorted.flatMap(([index, [reason]]) => (reason ? [outcomeOf(reason, index)] : [])) },
    ...(first && code === first.code ? { headers: first.headers } : {}),
  })
}

function outcomeOf({ status, code, message }: HttpError, index: number) {
  return { index, status, code, detail: message }
}

/**
 * Returns the errors of an operation, with paths that begin with the operation's path. For a document that prevents a
 * deletion, the path is the operation's path.
 */
function errorsOf({ code, message, errors }: HttpError, index: number): FieldError[] {
  const operation = `operations.${index}`
  if (errors === undefined) return [{ path: operation, code, message }]
  return errors.map((error) => ({
    ...error,
    path: error.path === '' || error.code === 'in_use' ? operation : `${operation}.${error.path}`,
  }))
}
