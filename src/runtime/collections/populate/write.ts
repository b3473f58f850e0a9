import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { fillAddress } from '../../../ground/address-template.ts'
import type { Row } from '../../database/database.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import { USER_PROPERTIES } from '../query/sources.ts'
import { type View, writeDocument } from '../request/view.ts'
import { MAX_DOCUMENTS, type Populated, tooMany, valueIn } from './read.ts'
import { idsOf, type LinkSite, NO_SITES, type Reference, type Site, type Sites, typeOf } from './sites.ts'

/** State of a response that is being written. Limits the number of documents in the response. */
export interface ResponseWriter {
  readonly populated: Populated
  /** Number of documents that may still be added to the response. */
  left: number
}

/** Returns the state with which a response begins. */
export function responseWriter(populated: Populated, listed: number): ResponseWriter {
  return { populated, left: MAX_DOCUMENTS - listed }
}

/**
 * Returns a document as JSON text, with documents in place of references.
 * @throws HttpError `invalid_query` if there are more documents than allowed
 */
export function writePopulated(
  row: Row,
  plan: CollectionPlan,
  view: View,
  sites: Sites,
  writer: ResponseWriter,
): string {
  const properties = view.properties.map((property) => {
    const site = sites.get(property.name)
    return site ? { ...property, write: () => writeSite(site, valueIn(plan, row, property.name), writer) } : property
  })
  return writeDocument(row as DocumentRow, { ...view, properties }) // the row has the columns of a document
}

/**
 * Returns the JSON text of a document, a group or a block that is given as a value, with documents in place of
 * references.
 */
export function writeValues(members: Sites, value: { readonly [name: string]: Json }, writer: ResponseWriter): string {
  const texts = Object.entries(value).map(([name, inner]) => {
    const site = members.get(name)
    return `${JSON.stringify(name)}:${site ? writeSite(site, inner, writer) : JSON.stringify(inner)}`
  })
  return `{${texts.join(',')}}`
}

function writeSite(site: Site, value: Json, writer: ResponseWriter): string {
  if (value === null) return 'null'
  if (site.kind === 'reference') {
    const texts = idsOf(value).map((id) => writeTarget(site.reference, id, writer))
    return Array.isArray(value) ? `[${texts.join(',')}]` : (texts[0] ?? 'null')
  }
  if (site.kind === 'links') return JSON.stringify(writeLinks(site, value, writer))
  if (site.kind === 'object')
    return isJsonObject(value) ? writeValues(site.members, value, writer) : JSON.stringify(value)
  const items = Array.isArray(value) ? (value as readonly Json[]) : []
  const texts = items.map((item) => {
    if (site.kind === 'list') return writeSite(site.item, item, writer)
    return isJsonObject(item)
      ? writeValues(site.kinds.get(typeOf(item)) ?? NO_SITES, item, writer)
      : JSON.stringify(item)
  })
  return `[${texts.join(',')}]`
}

/** Returns rich text in which links to documents have their addresses, made from fields that the caller may read. */
function writeLinks({ links, targets }: LinkSite, value: Json, { populated }: ResponseWriter): Json {
  return links.addressed(value, ({ collection, documentId }) => {
    const target = targets.get(collection)
    const row = target && populated.get(target.reference)?.get(documentId)
    const call = target?.reference.target.call
    if (!row || !call) return null
    const { plan, locale } = call
    return fillAddress(target.template, (name) => {
      if (name === 'id') return row.id
      if (name === 'locale' && locale !== null) return locale.isAll ? locale.chain[0] : locale.name
      return valueIn(plan, row, name)
    })
  })
}

function writeTarget(reference: Reference, id: string, writer: ResponseWriter): string {
  const row = writer.populated.get(reference)?.get(id)
  if (row === undefined) return JSON.stringify(id)
  writer.left -= 1
  if (writer.left < 0) throw tooMany(reference)
  const { target, inner } = reference
  if (target.call !== null) return writePopulated(row, target.call.plan, target.call.view, inner, writer)
  if (target.provided !== null) return String(row.text)
  return JSON.stringify(Object.fromEntries(USER_PROPERTIES.map((name) => [name, row[name] ?? null])))
}
