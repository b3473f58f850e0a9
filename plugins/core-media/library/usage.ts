import type { Hook, HookEvent } from 'lintel'
import { manifestOf, type RequestContext } from 'lintel/kit'
import { type Mention, mentionsOf } from './mentions.ts'
import { forgetUsages, noteUsages } from './note-usages.ts'

/** Keeps track of the items that a document shows, whenever it is saved. */
export const trackUsage: Hook = async ({ collection, id, before, after }, c) => {
  if (collection === undefined || id === undefined) return
  // Most saves change nothing about what is shown, and then cost nothing.
  if (JSON.stringify(mentionsIn(c, collection, after)) === JSON.stringify(mentionsIn(c, collection, before))) return
  await noteUsages(c, [{ collection, id, fields: fieldsOf(after) }])
}

/** A deleted document shows nothing. */
export const forgetUsage: Hook = async ({ collection, id }: HookEvent, c) => {
  if (collection !== undefined && id !== undefined) await forgetUsages(c, collection, [id])
}

function mentionsIn(c: RequestContext, name: string, document: HookEvent['after']): readonly Mention[] {
  const collection = manifestOf(c).collections.find((one) => one.name === name)
  return collection ? mentionsOf(collection.fields, fieldsOf(document)) : []
}

function fieldsOf(document: HookEvent['after']): Readonly<Record<string, never>> {
  const isDocument = typeof document === 'object' && document !== null && !Array.isArray(document)
  return isDocument ? (document as Readonly<Record<string, never>>) : {}
}
