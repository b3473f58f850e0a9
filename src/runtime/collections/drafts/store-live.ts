import { DatabaseError, type Statement } from '../../database/database.ts'
import type { FieldPlan } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import type { Remember } from '../request/idempotency.ts'
import { draftResponse } from '../request/respond.ts'
import { auditStatements, type DocumentChange } from '../write/audit.ts'
import { commit } from '../write/commit.ts'
import { isStale } from '../write/refusals.ts'
import { updateStatements } from '../write/row-statements.ts'
import { writeWithSlugs } from '../write/slug.ts'
import type { Drafted } from './draft.ts'
import { endStatement, guardStatement } from './statements.ts'

/** Stores a new state of a document, which also ends its pending changes. Returns `'stale'` as `storeApart` does. */
export function storeLive(
  call: Call,
  drafted: Drafted,
  edited: { readonly row: DocumentRow; readonly made: readonly FieldPlan[] },
  remember: Remember,
  action: DocumentChange['action'] = 'content.update',
) {
  const { live } = drafted
  return writeWithSlugs(call, edited.row, edited.made, live, async (attempt) => {
    const after: DocumentRow = { ...attempt, hasDraft: 0 }
    const response = draftResponse(call, after)
    const documentChanges = [{ action, before: live, after }]
    try {
      const events = await commit(call, { documentChanges }, [
        ...remember(response),
        ...liveStatements(call, drafted, after),
        ...auditStatements(call, documentChanges),
      ])
      return { response, events }
    } catch (error) {
      if (error instanceof DatabaseError && isStale(error)) return 'stale' as const
      throw error
    }
  })
}

/** Returns the statements that store a new state of a document and end its pending changes, if it has any. */
export function liveStatements({ plan, runtime }: Call, drafted: Drafted, row: DocumentRow): Statement[] {
  const { live, draft } = drafted
  const ending = draft === null ? [] : [guardStatement(plan, drafted, runtime.ledger), endStatement(live)]
  return [...ending, ...updateStatements(plan, live, row, runtime)]
}
