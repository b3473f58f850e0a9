import { t } from '../../../messages/translate.ts'
import { hasPermission } from '../../access/permissions.ts'
import { HttpError } from '../../common/errors.ts'
import type { TextResponse } from '../../common/outgoing.ts'
import { DatabaseError, type Row } from '../../database/database.ts'
import { during } from '../../deadlines/deadline.ts'
import { notify } from '../../plugins/hooks.ts'
import { planOf } from '../document/plan.ts'
import { type Document, type DocumentRow, toDocument } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import { type Remember, withIdempotency } from '../request/idempotency.ts'
import { type CollectionResponse, draftResponse, send } from '../request/respond.ts'
import { viewOf } from '../request/view.ts'
import { askBeforeSave } from '../write/ask-before.ts'
import { auditLines } from '../write/audit.ts'
import { commit, type Recovered } from '../write/commit.ts'
import { collectionOf } from '../write/deletions.ts'
import { isBroken } from '../write/promise-guard.ts'
import { explainRefusal, isStale } from '../write/refusals.ts'
import { toRow } from '../write/row-statements.ts'
import { entryOf, loadTrashed } from './entry.ts'
import { recoverStatements } from './recover-statements.ts'
import { withTargets } from './targets.ts'

const MAX_TRIES = 5

/**
 * `POST /api/<collection>/trash/:id/restore`: restores a document under its id and with its versions, together with the
 * documents that were deleted along with it, and the references to it that were removed. If the caller may not publish,
 * the document becomes a draft.
 */
export async function recover(call: Call, id: string): Promise<TextResponse> {
  return send(call.c, await withIdempotency(call, null, (remember) => restore(call, id, remember)))
}

async function restore(call: Call, id: string, remember: Remember): Promise<CollectionResponse> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const { entry, others } = await loadTrashed(call, id)
    const group = [{ plan: call.plan, row: entry.row }, ...others.flatMap((row) => alongWith(call, row))]
    const recovered: Recovered[] = []
    for (const one of group) recovered.push(await readied(call, one))
    const [root, ...along] = await withTargets(call, recovered)
    if (!root) throw new Error('the first of the documents to restore must be the requested one')
    try {
      const response = draftResponse(call, root.row)
      const change = {
        documentChanges: [{ action: 'content.undelete', before: null, after: root.row }],
        recovered: along,
      } as const
      const statements = [
        ...remember(response),
        ...recoverStatements(call, [root, ...along]),
        ...auditStatements(call, root, along),
      ]
      await notify(call.c, await during('long', () => commit(call, change, statements)))
      return response
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // Somebody else has restored the document, or a referenced document was just deleted: try again with a new read.
      if (!isStale(error) && !isBroken(error) && error.refusal.kind !== 'foreignKey')
        throw await explained(call, error, [root, ...along])
    }
  }
  throw new HttpError('conflict', t('Others keep changing this document. Read it again.'))
}

/** Returns a document that was deleted along with another one; empty if its collection no longer exists. */
function alongWith(call: Call, row: Row): Recovered[] {
  const collection = collectionOf(call, String(row.collection_id))
  if (!collection) return []
  const plan = planOf(collection, call.runtime.program.fieldTypes)
  return [{ plan, row: entryOf(plan, row, call.now).row }]
}

/** Returns a document as it will be stored, with the changes that plugins make. */
async function readied(call: Call, { plan, row: before }: Recovered): Promise<Recovered> {
  const isHeldBack = plan.collection.drafts && before.status !== 'draft' && !hasPermission(call.c, 'content.publish')
  const system = {
    ...before,
    ...(isHeldBack && { status: 'draft' as const, scheduledAt: null }),
    ...(!plan.collection.drafts && publishedState(before)),
    updatedAt: Math.max(call.now, before.updatedAt),
    updatedBy: call.c.get('user')?.id ?? null,
    version: before.version + 1,
  }
  const fields = await askBeforeSave({ ...call, plan }, before, system, fieldsOf(system, plan))
  requireComplete(plan, fields)
  return { plan, row: toRow(plan, system, fields) }
}

/** Returns the publication state of a document whose collection no longer has drafts. */
function publishedState({ publishedAt, updatedAt }: DocumentRow) {
  return { status: 'published' as const, publishedAt: publishedAt ?? updatedAt, scheduledAt: null }
}

/** Refuses documents without a value for a field that has become required. Targets of references are checked later. */
function requireComplete({ fields }: Recovered['plan'], document: Document): void {
  const missing = fields.filter(({ field: { name, required, target } }) => {
    return required && target === null && document[name] === null
  })
  if (missing.length === 0) return
  const errors = missing.map(({ field }) => {
    return { path: field.name, code: 'required', message: t('A value is required.') }
  })
  throw new HttpError('validation_failed', t('The document does not fit the current schema of the collection.'), {
    errors,
  })
}

function fieldsOf(row: DocumentRow, plan: Recovered['plan']) {
  const document = toDocument(row, plan)
  return Object.fromEntries(plan.fields.map(({ field }) => [field.name, document[field.name] ?? null]))
}

function auditStatements(call: Call, root: Recovered, along: readonly Recovered[]) {
  const lineOf = ({ plan, row }: Recovered) => {
    return { action: 'content.undelete' as const, collection: plan.collection.name, id: row.id }
  }
  const restoredWith = { details: { restoredWith: root.row.id } }
  return auditLines(call, [lineOf(root), ...along.map((one) => ({ ...lineOf(one), ...restoredWith }))])
}

/** Explains why documents cannot be restored: another document may have one of their unique values now. */
function explained(call: Call, error: DatabaseError, group: readonly Recovered[]): Promise<unknown> {
  const { refusal } = error
  const table = refusal.kind === 'unique' ? refusal.table : null
  const refused = group.find(({ plan }) => plan.collection.table === table) ?? group[0]
  if (!refused) return Promise.resolve(error)
  const { plan, row } = refused
  const view = viewOf(plan, call.c.get('user'), call.runtime.program, null)
  return explainRefusal({ ...call, plan, view }, error, null, row)
}
