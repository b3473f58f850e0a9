import { DatabaseError, type Statement } from '../../database/database.ts'
import type { DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import type { Remember } from '../request/idempotency.ts'
import { draftResponse } from '../request/respond.ts'
import { auditStatements, type DocumentChange } from '../write/audit.ts'
import { commit } from '../write/commit.ts'
import { isBroken } from '../write/promise-guard.ts'
import { explainRefusal, isStale } from '../write/refusals.ts'
import type { Drafted } from './draft.ts'
import { guardStatement } from './statements.ts'

/**
 * Stores or discards pending changes to a published document, which itself stays as it is. Returns `'stale'` if the
 * request must be repeated, because something has changed since the document was read.
 */
export async function storeApart(
  call: Call,
  drafted: Drafted,
  change: DocumentChange & { readonly after: DocumentRow },
  statements: readonly Statement[],
  remember: Remember = () => [],
) {
  const response = draftResponse(call, change.after)
  const documentChanges = [change]
  try {
    const events = await commit(call, { documentChanges, isApart: true }, [
      ...remember(response),
      guardStatement(call.plan, drafted, call.runtime.ledger),
      ...statements,
      ...auditStatements(call, documentChanges),
    ])
    return { response, events }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    if (isStale(error)) return 'stale'
    const explained = isBroken(error) ? await explainRefusal(call, error, drafted.live, change.after) : error
    // If no target is missing anymore, one was restored in the meantime: the request is repeated.
    if (explained === error && isBroken(error)) return 'stale'
    throw explained
  }
}
