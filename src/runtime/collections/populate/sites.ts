import { isJsonObject } from '../../../fields/field-data.ts'
import type { DocumentLinks, Json } from '../../../fields/field-type.ts'
import type { Target } from '../query/targets.ts'

/** Position of followed references within a value. */
export type Site =
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'object'; readonly members: Sites }
  | { readonly kind: 'list'; readonly item: Site }
  | { readonly kind: 'blocks'; readonly kinds: ReadonlyMap<string, Sites> }
  | LinkSite

/** Rich text in which links to documents get addresses. */
export interface LinkSite {
  readonly kind: 'links'
  readonly links: DocumentLinks
  /** Collections, by name, whose documents have an address on the website and that the caller may read. */
  readonly targets: ReadonlyMap<string, LinkTarget>
}

export interface LinkTarget {
  readonly reference: Reference
  /** Address of a document, with names of the document's fields in braces. */
  readonly template: string
}

/** Sites within a document or a group, by the name of the field. */
export type Sites = ReadonlyMap<string, Site>

/** A reference, or a list of references, that is replaced by the documents it points to. */
export interface Reference {
  /** Path in the notation of `populate`: `author`, `sections.image`. */
  readonly path: string
  readonly target: Target
  /** References that are followed within the target documents. */
  readonly inner: Sites
}

/** Returns all references at these sites, including those within the documents that the references point to. */
export function referencesIn(sites: Sites): Reference[] {
  return [...sites.values()].flatMap(referencesAt)
}

function referencesAt(site: Site): Reference[] {
  if (site.kind === 'reference') return [site.reference, ...referencesIn(site.reference.inner)]
  if (site.kind === 'links') return [...site.targets.values()].map(({ reference }) => reference)
  if (site.kind === 'object') return referencesIn(site.members)
  if (site.kind === 'list') return referencesAt(site.item)
  return [...site.kinds.values()].flatMap(referencesIn)
}

/** Calls `visit` with each id that a value has at a site. */
export function visitIds(site: Site, value: Json, visit: (reference: Reference, id: string) => void): void {
  if (value === null) return
  if (site.kind === 'reference') {
    for (const id of idsOf(value)) visit(site.reference, id)
  } else if (site.kind === 'links') {
    site.links.visit(value, ({ collection, documentId }) => {
      const target = site.targets.get(collection)
      if (target) visit(target.reference, documentId)
    })
  } else if (site.kind === 'object') {
    visitMembers(site.members, value, visit)
  } else {
    for (const item of Array.isArray(value) ? (value as readonly Json[]) : []) {
      if (site.kind === 'list') visitIds(site.item, item, visit)
      else visitMembers(site.kinds.get(typeOf(item)) ?? NO_SITES, item, visit)
    }
  }
}

function visitMembers(members: Sites, value: Json, visit: (reference: Reference, id: string) => void): void {
  if (!isJsonObject(value)) return
  for (const [name, site] of members) visitIds(site, value[name] ?? null, visit)
}

export const NO_SITES: Sites = new Map()

/** Returns the ids in a reference or a list of references. */
export function idsOf(value: Json): string[] {
  const items = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return items.filter((item) => typeof item === 'string')
}

/** Returns the kind of a block; empty if the value is not a block. */
export function typeOf(value: Json): string {
  return isJsonObject(value) ? String(value.type) : ''
}
