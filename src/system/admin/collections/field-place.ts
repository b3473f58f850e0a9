import type { FieldData, Json } from '../../../fields/field-type.ts'
import { partsOf } from '../../../fields/parts.ts'
import { translatedOptions } from '../../../manifest/in-language.ts'
import { HttpError, type ManifestCollection, t } from '../../../runtime/kit.ts'

/** A field of a collection, or of one of its groups, lists and blocks. */
export interface PlacedField {
  readonly name: string
  readonly kind: string
  readonly options: { readonly [option: string]: Json }
  /** Path of names to the field's container; empty for a field of the collection. */
  readonly inside: readonly string[]
  /** Names of options that can only be edited in the file, because they have a text for each language. */
  readonly inFile: ReadonlySet<string>
  /** Position of the declaration of the outermost field: `collections/posts.ts:14`. */
  readonly source: string
}

/** Sibling fields: those of a group, of the rows of a list, or of a kind of block. */
export interface FieldsInside {
  /** Path in addresses: `parts.quote`. */
  readonly path: string
  readonly fields: readonly FieldData[]
  /** True if the only field is `of` of a list, which cannot have siblings. */
  readonly isItem: boolean
}

/**
 * Returns the field that an address names.
 * @param path `title`, `seo.title`, `parts.quote.text`; `tags.of` for the items of a list of single values
 * @throws HttpError `not_found`
 */
export function fieldAt(collection: ManifestCollection, path: string): PlacedField {
  const names = path.split('.')
  const [name, inside] = [names.at(-1), names.slice(0, -1)]
  const found = fieldsAt(collection, inside).fields.find((field) => field.name === name)
  const outer = collection.fields.find((field) => field.name === names[0])
  if (!found || !outer) throw new HttpError('not_found', t('The collection has no such field.'))
  const { kind, options } = found
  return {
    name: found.name,
    kind,
    options,
    inside,
    inFile: translatedOptions(collection, options),
    source: outer.source,
  }
}

/**
 * Returns the sibling fields in a container.
 * @param inside path of names to the container; empty for the fields of the collection
 * @throws HttpError `not_found`
 */
export function fieldsAt({ fields }: ManifestCollection, inside: readonly string[]): FieldsInside {
  if (inside.length === 0) return { path: '', fields, isItem: false }
  const path = inside.join('.')
  const found = placesIn(fields, '').find((place) => place.path === path)
  if (!found) throw new HttpError('not_found', t('The collection has no such field.'))
  return found
}

/**
 * Returns the siblings of a new field.
 * @throws HttpError `not_found`, even for a list of single values, because it cannot have another field
 */
export function placeForNew(collection: ManifestCollection, inside: readonly string[]): FieldsInside {
  const place = fieldsAt(collection, inside)
  if (place.isItem) throw new HttpError('not_found', t('A list of single values cannot have fields.'))
  return place
}

/** Returns the containers directly inside a field. */
export function placesOf(field: FieldData, path: string): FieldsInside[] {
  const parts = partsOf(field)
  if (parts === null) return []
  if (parts.kind === 'object') return [{ path, fields: parts.fields, isItem: false }]
  if (parts.kind === 'blocks')
    return Object.entries(parts.of).map(([block, fields]) => ({ path: `${path}.${block}`, fields, isItem: false }))
  const rows = placesOf(parts.of, path)
  return rows.length > 0 ? rows : [{ path, fields: [{ ...parts.of, name: 'of' }], isItem: true }]
}

function placesIn(fields: readonly FieldData[], before: string): FieldsInside[] {
  return fields.flatMap((field) => {
    const places = placesOf(field, `${before}${field.name}`)
    return places.flatMap((place) => [place, ...placesIn(place.isItem ? [] : place.fields, `${place.path}.`)])
  })
}

/** Returns the names in the query parameter `in`: `parts` and `quote` for `parts.quote`. */
export function namesIn(text: string | undefined): readonly string[] {
  return text ? text.split('.') : []
}
