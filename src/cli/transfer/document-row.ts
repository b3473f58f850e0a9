import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import type { DocumentRow } from '../../runtime/collections/document/row.ts'
import { fullView, type View, writeDocument } from '../../runtime/collections/request/view.ts'

/** Turns a row of a collection's table into the document that was stored, whatever the current time is. */
export function fromTable(row: Record<string, unknown>): DocumentRow {
  const document = row as DocumentRow // the columns are those that the compiler lists for a document
  return document.status === 'scheduled' ? { ...document, publishedAt: null } : document
}

const views = new WeakMap<CollectionPlan, View>()

/** Returns a document as JSON, hidden fields included. Equal documents have equal JSON. */
export function documentText(plan: CollectionPlan, row: DocumentRow): string {
  const view = views.get(plan) ?? fullView(plan)
  views.set(plan, view)
  return writeDocument(row, view)
}

/** Returns a line of an export, without its line break. */
export function lineOf(plan: CollectionPlan, row: DocumentRow): string {
  return `{"collection":${JSON.stringify(plan.collection.name)},"document":${documentText(plan, row)}}`
}
