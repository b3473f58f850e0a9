import { withValues } from '../../../manifest/detach-statements.ts'
import type { ManifestCollection } from '../../../manifest/index.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { TextResponse } from '../../common/outgoing.ts'
import { DatabaseError, type Statement } from '../../database/database.ts'
import { notify } from '../../plugins/hooks.ts'
import type { DocumentRow } from '../document/row.ts'
import { FORGET_DRAFTS } from '../drafts/statements.ts'
import { type Call, requireAllowed } from '../request/call.ts'
import { checkPrecondition, load } from '../request/load.ts'
import { requireWholeDocuments } from '../translations/own-locales.ts'
import { askBeforeCascade, askBeforeDelete } from '../write/ask-before.ts'
import { auditStatements, type DocumentChange } from '../write/audit.ts'
import { commit } from '../write/commit.ts'
import { collectionOf, type Deletions, findDeletions, jsonIds } from '../write/deletions.ts'
import { failIfHeld, isBroken } from '../write/promise-guard.ts'
import { isStale } from '../write/refusals.ts'
import { recordVersion } from '../write/row-statements.ts'
import { inUse } from './in-use.ts'
import { isTrashed, trashStatements } from './move-to-trash.ts'

const MAX_TRIES = 5

/** `DELETE /api/<collection>/:id`: deletes a document, or moves it to the trash. */
export async function remove(call: Call, id: string): Promise<TextResponse> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const row = await load(call, id)
    requireAllowed(call, call.plan.collection.access.delete, row)
    requireWholeDocuments(call)
    checkPrecondition(call, row)
    const { deletions, staying } = await findDeletions(call, [id])
    if (staying.length > 0) throw await inUse(call, staying)
    await askBeforeDelete(call, row)
    await askBeforeCascade(call, deletions)
    const documentChanges: readonly DocumentChange[] = [{ action: 'content.delete', before: row, after: null }]
    const statements = [
      ...removalStatements(call, row, deletions),
      ...auditStatements(call, documentChanges, deletions),
    ]
    try {
      await notify(call.c, await commit(call, { documentChanges, deletions }, statements))
      return new TextResponse(null, 204, {})
    } catch (error) {
      // A reference that was added after the read is found by the next attempt.
      if (!(error instanceof DatabaseError && isOvertaken(error))) throw error
      if (error.refusal.kind === 'foreignKey' && !call.runtime.ledger.isExact) throw heldByAnother(error)
    }
  }
  throw new HttpError('conflict', t('Others keep changing this document. Read it again.'))
}

function isOvertaken(error: DatabaseError): boolean {
  return isStale(error) || isBroken(error) || error.refusal.kind === 'foreignKey'
}

/** Returns the error for a document that is referred to by a collection that this program does not know. */
export function heldByAnother(cause: DatabaseError): HttpError {
  const detail =
    'Something that this program does not know refers to this document. Try again when the deployment is done.'
  return new HttpError('schema_pending', detail, { headers: { 'Retry-After': '5' }, cause })
}

/**
 * Composes the statements of a deletion: the guard, copies in the trash, the removal of references, then the documents,
 * referring documents first.
 */
function removalStatements(call: Call, row: DocumentRow, deletions: Deletions): Statement[] {
  const { isCyclic, trashing, detaching, purging } = removal(call, deletions)
  const deferring = isCyclic ? [DEFER_FOREIGN_KEYS] : []
  const guard = recordVersion(call.plan, row, row, call.runtime.ledger)
  return [...deferring, guard, ...trashing, ...detaching, ...purging]
}

/** Postpones the check of foreign keys to the end of the batch. */
export const DEFER_FOREIGN_KEYS: Statement = { sql: 'PRAGMA defer_foreign_keys = ON', values: [] }

interface Removal {
  /** True if documents refer to each other in a cycle, so that no order of deletion is valid at every step. */
  readonly isCyclic: boolean
  /** Statements that copy documents to the trash. They run after the guards and before any deletion. */
  readonly trashing: readonly Statement[]
  /**
   * Statements that remove references from other documents. They fail if a document must keep its reference, or its
   * list would become shorter than allowed.
   */
  readonly detaching: readonly Statement[]
  /**
   * Statements that delete documents, referring documents before their targets, and then the history of documents that
   * are deleted permanently.
   */
  readonly purging: readonly Statement[]
}

/** Composes the statements that perform deletions. */
export function removal(call: Call, deletions: Deletions): Removal {
  const { names, isCyclic } = deletionOrder(call, [...deletions.keys()])
  const idsOf = (name: string) => jsonIds(deletions.get(name)?.keys() ?? [])
  const detaching = names.flatMap((name) =>
    (collectionOf(call, name)?.statements.referrers ?? []).flatMap(({ collection, detach }) =>
      detach.map((sql) => withValues(sql, [idsOf(name), call.now, idsOf(collection)])),
    ),
  )
  const guards = names.flatMap((name) =>
    (collectionOf(call, name)?.statements.referrers ?? []).flatMap((referrer) =>
      failIfHeld(referrer, idsOf(name), idsOf(referrer.collection)),
    ),
  )
  const documents = names.flatMap((name) =>
    (collectionOf(call, name)?.statements.purge ?? []).map((sql) => ({ sql, values: [idsOf(name)] })),
  )
  const history = names
    .filter((name) => !isTrashed(call, name))
    .flatMap((name) => [HISTORY, ...FORGET_DRAFTS].map((sql) => ({ sql, values: [idsOf(name)] })))
  return {
    isCyclic,
    trashing: trashStatements(call, deletions),
    detaching: [...guards, ...detaching],
    purging: [...documents, ...history],
  }
}

const HISTORY = 'DELETE FROM content_versions WHERE document_id IN (SELECT value FROM json_each(?1))'

/**
 * Orders collections so that each comes before those it refers to. If there is no such order, the collections form a
 * cycle.
 */
function deletionOrder(call: Call, names: readonly string[]): { names: readonly string[]; isCyclic: boolean } {
  const remaining = new Set(names)
  const ordered: string[] = []
  while (remaining.size > 0) {
    const free = [...remaining].find((name) => !isReferredTo(collectionOf(call, name), remaining))
    if (free === undefined) return { names: [...ordered, ...remaining], isCyclic: true }
    ordered.push(free)
    remaining.delete(free)
  }
  return { names: ordered, isCyclic: false }
}

/**
 * Tells whether another collection, whose rows are still to be deleted, refers to this collection. A collection's own
 * rows are deleted in one statement.
 */
function isReferredTo(collection: ManifestCollection | undefined, by: ReadonlySet<string>): boolean {
  return (collection?.statements.referrers ?? []).some(
    ({ collection: from, onDelete }) =>
      from !== collection?.name && by.has(from) && (onDelete === 'restrict' || onDelete === 'cascade'),
  )
}
