import { SYSTEM_COLUMNS, type SystemProperty } from '../../../ground/system-columns.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { query, type Row } from '../../database/database.ts'
import { atPosition } from '../../isolate/position.ts'
import { declaredOnly } from '../document/declared.ts'
import type { CollectionPlan } from '../document/plan.ts'
import { type Document, type DocumentRow, settle } from '../document/row.ts'
import { encoderOf } from '../document/storage.ts'
import { type Call, decisionOf, isAllowed, refuse } from '../request/call.ts'
import { writesWholeDocuments } from '../translations/own-locales.ts'
import { type SystemColumns, toRow } from '../write/row-statements.ts'

/** A document in the trash. Times are milliseconds since the epoch. */
export interface TrashEntry {
  readonly collection: string
  /** The deleted document as a row of its table, limited to the fields that its collection currently declares. */
  readonly row: DocumentRow
  readonly deletedAt: number
  readonly deletedBy: string | null
  readonly expiresAt: number
  /** Id of the document whose deletion also deleted this one, or its own id. */
  readonly root: string
}

export const ENTRY_COLUMNS = 'document_id, collection_id, data, deleted_at, deleted_by, expires_at, root_id'

/** Converts a row of the trash to an entry of its collection. */
export function entryOf(plan: CollectionPlan, row: Row, now: number): TrashEntry {
  return {
    collection: plan.collection.name,
    row: trashedRow(plan, JSON.parse(String(row.data)) as Document, now), // written by the collection's `trash`
    deletedAt: Number(row.deleted_at),
    deletedBy: row.deleted_by === null ? null : String(row.deleted_by),
    expiresAt: Number(row.expires_at),
    root: String(row.root_id),
  }
}

/** Selects a deleted document and the documents deleted along with it. ?1: its id, ?2: now. */
const GROUP = `SELECT ${ENTRY_COLUMNS} FROM content_trash WHERE (document_id = ?1 OR root_id = ?1) AND expires_at > ?2`

/**
 * Returns a document in the trash that the caller may restore, with the rows of the documents deleted along with it.
 * @throws HttpError `not_found`, `forbidden`
 */
export async function loadTrashed(
  call: Call,
  id: string,
): Promise<{ readonly entry: TrashEntry; readonly others: readonly Row[] }> {
  const { sql, values } = atPosition(call.runtime.ledger, GROUP, [id, call.now])
  const rows = await query(call.runtime.database, sql, values)
  const root = rows.find((row) => row.document_id === id && row.collection_id === call.plan.collection.name)
  const entry = root && entryOf(call.plan, root, call.now)
  if (!entry || !isShown(call, entry)) {
    const name = call.plan.collection.name
    throw new HttpError(
      'not_found',
      t('There is no document {id} in the trash of {name}.', { id: id.slice(0, 64), name }),
    )
  }
  if (!mayUndo(call, entry)) throw refuse(call)
  return { entry, others: rows.filter((row) => row !== root) }
}

/** Tells whether the caller could read the document before it was deleted. */
function isShown(call: Call, { row }: TrashEntry): boolean {
  return isAllowed(call, call.plan.collection.access.read, row)
}

/** Tells whether the caller may see the document in the trash, and restore it. */
export function isRestorable(call: Call, entry: TrashEntry): boolean {
  return isShown(call, entry) && mayUndo(call, entry)
}

/**
 * Tells whether the caller may undo a deletion. Callers who may delete every document of the collection may. If their
 * rule has a condition, only the caller who deleted the document may: an author may not undo a moderator's deletion.
 */
function mayUndo(call: Call, { row, deletedBy }: TrashEntry): boolean {
  if (!writesWholeDocuments(call)) return false
  const { delete: access } = call.plan.collection.access
  const isForAll = access.kind !== 'function' && decisionOf(call, access, row) === true
  return isForAll || (isAllowed(call, access, row) && deletedBy !== null && deletedBy === call.c.get('user')?.id)
}

function trashedRow(plan: CollectionPlan, data: Document, now: number): DocumentRow {
  const fields = plan.fields.map(({ field: { name }, shape, initial }) => {
    const kept = data[name]
    if (kept === undefined) return [name, initial] as const
    return [name, shape && kept !== null ? declaredOnly(shape, kept) : kept] as const
  })
  const system = Object.entries(SYSTEM_COLUMNS).map(([name, { storage }]) => {
    return [name, encoderOf(storage)(data[name as SystemProperty] ?? null)] as const
  })
  const columns = Object.fromEntries(system) as unknown as SystemColumns // one for each system column
  return settle(toRow(plan, columns as never, Object.fromEntries(fields)), now)
}
