import type { DraftNote } from '../../../config/hooks.ts'
import { askBefore, isAsked } from '../../plugins/hooks.ts'
import type { Document, DocumentRow } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import { amended } from '../request/validate.ts'
import { storedChanges, toldDocument } from '../translations/with-translations.ts'
import type { Deletions } from './deletions.ts'
import { type SystemColumns, toRow } from './row-statements.ts'

/**
 * Calls the hooks of plugins before a document is stored.
 * @param before the stored document; `null` for a new document
 * @param note details of pending changes to a published document
 * @returns the fields with the changes that plugins make
 * @throws HttpError that a plugin throws to refuse the change; `validation_failed` if a plugin makes invalid changes
 */
export async function askBeforeSave(
  { c, plan }: Call,
  before: DocumentRow | null,
  system: SystemColumns,
  fields: Document,
  note?: DraftNote,
): Promise<Document> {
  if (!isAsked(c, 'before:content:save')) return fields
  let current = fields
  await askBefore(
    c,
    'before:content:save',
    () => ({
      collection: plan.collection.name,
      id: system.id,
      before: before && toldDocument(before, plan),
      after: toldDocument(toRow(plan, system, current), plan),
      ...(note && { draft: note }),
    }),
    (changes, plugin) => {
      for (const values of storedChanges(plan, changes, () => current)) current = amended(plan, current, values, plugin)
    },
  )
  return current
}

/**
 * Calls the hooks of plugins before a document is deleted.
 * @throws HttpError that a plugin throws to refuse the deletion
 */
export function askBeforeDelete({ c, plan }: Call, row: DocumentRow): Promise<void> {
  return askBefore(c, 'before:content:delete', () => ({
    collection: plan.collection.name,
    id: row.id,
    before: toldDocument(row, plan),
    after: null,
  }))
}

/**
 * Calls the hooks of plugins before documents are deleted along with another one.
 * @throws HttpError that a plugin throws to refuse a deletion
 */
export async function askBeforeCascade({ c }: Call, deletions: Deletions): Promise<void> {
  if (!isAsked(c, 'before:content:delete')) return
  for (const [collection, ids] of deletions) {
    for (const [id, root] of ids) {
      if (id !== root) await askBefore(c, 'before:content:delete', () => ({ collection, id, after: null }))
    }
  }
}
