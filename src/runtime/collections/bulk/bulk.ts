import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import type { TextResponse } from '../../common/outgoing.ts'
import { DatabaseError } from '../../database/database.ts'
import { during } from '../../deadlines/deadline.ts'
import { readJson } from '../../input/body.ts'
import { confirmPosition } from '../../isolate/position.ts'
import { notify } from '../../plugins/hooks.ts'
import type { Call } from '../request/call.ts'
import { type Remember, withIdempotency } from '../request/idempotency.ts'
import { type CollectionResponse, send } from '../request/respond.ts'
import { heldByAnother } from '../trash/remove.ts'
import { askBeforeCascade } from '../write/ask-before.ts'
import { auditStatements, type DocumentChange } from '../write/audit.ts'
import { commit } from '../write/commit.ts'
import { isBroken } from '../write/promise-guard.ts'
import { isStale } from '../write/refusals.ts'
import { checkTogether } from './check-together.ts'
import { MAX_BULK_BODY, type Operation, readOperations } from './operations.ts'
import { bulkRefusal, bulkResponse } from './outcome.ts'
import { type Item, prepare, type Refused } from './prepare.ts'
import { bulkStatements } from './statements.ts'

const MAX_TRIES = 5

/** `POST /api/<collection>/bulk`: creates, changes and deletes documents, all of them or none. */
export async function bulk(call: Call): Promise<TextResponse> {
  const body = await readJson(call.c, MAX_BULK_BODY)
  const operations = readOperations(body)
  return send(call.c, await withIdempotency(call, body, (remember) => carryOut(call, operations, remember)))
}

/**
 * Prepares and commits all operations. Starts over if the documents change in between.
 * @throws HttpError for operations that are refused; `conflict` if the documents keep changing
 */
async function carryOut(
  call: Call,
  operations: readonly (Operation | HttpError)[],
  remember: Remember,
): Promise<CollectionResponse> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const refused: Refused = new Map()
    const items = await prepare(call, operations, refused)
    const deletions = await checkTogether(call, items, refused)
    if (refused.size > 0) throw bulkRefusal(refused, operations.length)
    await askBeforeCascade(call, deletions)
    const response = bulkResponse(call, items)
    const documentChanges = items.map(documentChangeOf)
    const statements = [
      ...remember(response),
      ...bulkStatements(call, items, deletions),
      ...auditStatements(call, documentChanges, deletions),
    ]
    try {
      await notify(call.c, await during('long', () => commit(call, { documentChanges, deletions }, statements)))
      return response
    } catch (error) {
      if (!(error instanceof DatabaseError && wasOvertaken(call, error))) throw error
      if (isStale(error)) await confirmPosition(call.runtime.database, call.runtime.ledger)
      if (error.refusal.kind === 'foreignKey' && !call.runtime.ledger.isExact) throw heldByAnother(error)
    }
  }
  throw new HttpError('conflict', t('Others keep changing these documents. Read them again.'))
}

function wasOvertaken(call: Call, error: DatabaseError): boolean {
  const { refusal } = error
  if (refusal.kind === 'unique') return refusal.table === call.plan.collection.table
  return isStale(error) || isBroken(error) || refusal.kind === 'foreignKey'
}

function documentChangeOf(item: Item): DocumentChange {
  if (item.action === 'delete') return { action: 'content.delete', before: item.before, after: null }
  if (item.action === 'create') return { action: 'content.create', before: null, after: item.row }
  return { action: 'content.update', before: item.before, after: item.row }
}
