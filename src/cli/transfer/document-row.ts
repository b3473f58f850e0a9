import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import type { DocumentRow } from '../../runtime/collections/document/row.ts'
import { fullView, type View, writeDocument } from '../../runtime/collections/request/view.ts'

/** A row of a collection's table as the document that was stored, whatever the clock says by now. */
export function fromTable(row: Record<string, unknown>): DocumentRow {
  const document = row as DocumentRow // selected by the compiler's list of a document's columns
  return document.status === 'scheduled' ? { ...document, publishedAt: null } : document
}

const views = new WeakMap<CollectionPlan, View>()

/** A document as JSON, hidden fields included. The same document is the same text. */
export function documentText(plan: CollectionPlan, row: DocumentRow): string {
  const view = views.get(plan) ?? fullView(plan)
  views.set(plan, view)
  return writeDocument(row, view)
}

/** A line of an export, without its end. */
export function lineOf(plan: CollectionPlan, row: DocumentRow): string {
  return `{"collection":${JSON.stringify(plan.collection.name)},"document":${documentText(plan, row)}}`
}
