import type { ManifestCollection } from 'lintel/kit'

/** Items that a field of a document uses, each given by its id, or by the key in the address of its file. */
export interface Mention {
  readonly field: string
  readonly ids: readonly string[]
  readonly keys: readonly string[]
}

/** A declared field, which may be inside another one. */
type Shape = Pick<ManifestCollection['fields'][number], 'name' | 'kind' | 'options'>

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }

interface Found {
  readonly ids: Set<string>
  readonly keys: Set<string>
}

/**
 * Collects the items that a document's fields use, according to the types of the fields; fields that use none are
 * absent. For a localized field, the items of all locales are collected: hooks receive translations in `translations`,
 * and a stored document has them under separate names.
 */
export function mentionsOf(
  { fields, locales }: { readonly fields: readonly Shape[]; readonly locales?: ManifestCollection['locales'] },
  document: { readonly [field: string]: Value | undefined },
): Mention[] {
  const translations = locales === undefined ? {} : objectOf(document.translations ?? null)
  const places = [document, ...Object.values(translations).map(objectOf)]
  return fields.flatMap((field) => {
    const found: Found = { ids: new Set(), keys: new Set() }
    for (const place of places) gather(field, place[field.name] ?? null, found)
    if (found.ids.size + found.keys.size === 0) return []
    return [{ field: field.name.replace(/@.*/, ''), ids: [...found.ids], keys: [...found.keys] }]
  })
}

function gather(field: Shape, value: Value, found: Found): void {
  if (value === null) return
  if (field.options.target === 'media') {
    for (const id of Array.isArray(value) ? value : [value]) if (typeof id === 'string') found.ids.add(id)
    return
  }
  WALKS[field.kind]?.(field, value, found)
}

const WALKS: { readonly [kind: string]: (field: Shape, value: Value, found: Found) => void } = {
  richText: ({ options }, value, found) => gatherInText(options.nodes ?? {}, value, found),
  group: ({ options }, value, found) => gatherMembers(options.fields, value, found),
  list: ({ options }, value, found) => {
    for (const item of listOf(value)) gather(options.of, item, found)
  },
  blocks: ({ options }, value, found) => {
    for (const block of listOf(value)) {
      const type = objectOf(block).type
      gatherMembers(typeof type === 'string' ? options.of[type] : undefined, block, found)
    }
  },
}

function gatherMembers(fields: readonly Shape[] | undefined, value: Value, found: Found): void {
  const members = objectOf(value)
  for (const field of fields ?? []) gather(field, members[field.name] ?? null, found)
}

const ADDRESS = /\/(?:media\/serve|images)\/((?:private-)?[0-9a-f]{32}\.[a-z0-9]{2,5})(?:[?#]|$)/

/** Fields of the nodes that a rich-text field declares, by node type. */
type OwnNodes = { readonly [type: string]: { readonly fields?: readonly Shape[] } }

/**
 * Collects the items in rich text: from images and links, by the id that an editor stores with them or by the file's
 * address, and from the fields of nodes that the config declares.
 */
function gatherInText(kinds: OwnNodes, value: Value, found: Found): void {
  for (const item of listOf(value)) gatherInText(kinds, item, found)
  const { type, attrs, marks, content } = objectOf(value)
  if (typeof type === 'string' && Object.hasOwn(kinds, type)) gatherMembers(kinds[type]?.fields, attrs ?? null, found)
  else gatherAddresses(objectOf(attrs ?? null), found)
  if (marks) gatherInText(kinds, marks, found)
  if (content) gatherInText(kinds, content, found)
}

function gatherAddresses({ mediaId, src, href }: { readonly [name: string]: Value }, found: Found): void {
  if (typeof mediaId === 'string') found.ids.add(mediaId)
  for (const address of [src, href]) {
    const key = typeof address === 'string' ? ADDRESS.exec(address)?.[1] : undefined
    if (key !== undefined) found.keys.add(key)
  }
}

function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : []
}

function objectOf(value: Value): { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Value }) // neither null nor a list
    : {}
}
