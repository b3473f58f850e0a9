import { type HookEvent, type PromisedWrite, promised } from 'lintel'
import { hasTrash, type RequestContext, storedManifestOf } from 'lintel/kit'
import { type Mention, mentionsOf } from './mentions.ts'
import type { StoredDocument } from './note-usages.ts'
import { usageStatements } from './usage-rows.ts'

/**
 * Returns the statements that record uses, for the transaction that changes documents. Most changes do not affect uses,
 * and need no statements.
 */
const keepUsages: PromisedWrite = (events, c) => {
  const changed = new Set(events.filter((event) => changesUsage(c, event)).map(placeOf))
  // If a document changes several times, only its last state counts.
  const last = new Map(events.filter((event) => changed.has(placeOf(event))).map((event) => [placeOf(event), event]))
  const documents = [...last.values()].flatMap(documentOf)
  return storedManifestOf(c).collections.flatMap((collection) =>
    usageStatements(
      collection,
      documents.filter((document) => document.collection === collection.name),
    ),
  )
}

/** Records the items that documents use, whenever a document is saved or deleted. */
export const trackUsage = promised(keepUsages)

function placeOf({ collection, id }: HookEvent): string {
  return `${collection}/${id}`
}

/**
 * Tells whether an event changes which items a document uses. A document in the trash keeps its uses, since it can be
 * restored; once it is deleted for good, it has none.
 */
function changesUsage(c: RequestContext, { event, collection = '', before, after }: HookEvent): boolean {
  if (event === 'content:purge') return true
  if (event === 'content:delete') return !hasTrash(c, collection)
  return JSON.stringify(mentionsIn(c, collection, after)) !== JSON.stringify(mentionsIn(c, collection, before))
}

/** Returns the document of an event as it was stored; without fields if it was deleted. */
function documentOf({ collection, id, after }: HookEvent): readonly StoredDocument[] {
  return collection === undefined || id === undefined ? [] : [{ collection, id, fields: fieldsOf(after) }]
}

function mentionsIn(c: RequestContext, name: string, document: HookEvent['after']): readonly Mention[] {
  const collection = storedManifestOf(c).collections.find((one) => one.name === name)
  return collection ? mentionsOf(collection, fieldsOf(document)) : []
}

function fieldsOf(document: HookEvent['after']): Readonly<Record<string, never>> {
  const isDocument = typeof document === 'object' && document !== null && !Array.isArray(document)
  return isDocument ? (document as Readonly<Record<string, never>>) : {}
}
