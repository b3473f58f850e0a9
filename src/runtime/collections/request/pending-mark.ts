import type { Json } from '../../../fields/field-type.ts'
import type { ManifestCollection } from '../../../manifest/index.ts'
import { keptFor } from '../../common/kept-for.ts'
import type { Call } from './call.ts'
import { narrow, type View } from './view.ts'

/** Tells whether responses show the caller which documents have pending changes. */
export function isMarked({ c, plan }: Call): boolean {
  return c.get('user') !== null && plan.collection.drafts
}

/** Returns the view of a caller, with `hasDraft` if responses to the caller include it. */
export function markedView(call: Call, view: View = call.view): View {
  if (!isMarked(call)) return view
  const known = marked.get(view)
  if (known) return known
  const mark = {
    name: 'hasDraft',
    prefix: ',"hasDraft":',
    show: (value: Json) => value,
    write: (stored: unknown) => String(stored === 1),
  }
  const made: View = {
    ...view,
    signature: `${view.signature}+`,
    properties: [...view.properties, mark],
    names: new Set([...view.names, 'hasDraft']),
  }
  marked.set(view, made)
  return made
}

/** Returns the view without `hasDraft`: a version does not tell whether the document currently has pending changes. */
export function unmarkedView(view: View): View {
  if (!view.names.has('hasDraft')) return view
  return narrow(view, new Set([...view.names].filter((name) => name !== 'hasDraft')))
}

const marked = new WeakMap<View, View>()

/** Returns the SQL that selects a document, with `hasDraft` if responses to the caller include it. ?1: id. */
export function documentById(call: Call): string {
  const { collection } = call.plan
  return isMarked(call) ? markedById(collection) : collection.statements.byId
}

const markedById = keptFor(({ statements: { byId } }: ManifestCollection) => {
  const mark = 'EXISTS (SELECT 1 FROM "content_drafts" WHERE [document_id] = ?1) AS "hasDraft"'
  return `SELECT ${mark}, ${byId.slice('SELECT '.length)}`
})

/** Returns the SQL condition that a row of a list has pending changes. */
export function hasDraftSql({ table }: Pick<ManifestCollection, 'table'>): string {
  return `EXISTS (SELECT 1 FROM "content_drafts" WHERE [document_id] = "${table}".id)`
}
