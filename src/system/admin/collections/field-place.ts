import type { FieldData, Json } from '../../../fields/field-type.ts'
import { partsOf } from '../../../fields/parts.ts'
import { translatedOptions } from '../../../manifest/in-language.ts'
import { HttpError, type ManifestCollection, t } from '../../../runtime/kit.ts'

/** A field of a collection, or of one of its groups, lists and blocks. */
export interface PlacedField {
  readonly name: string
  readonly kind: string
  readonly options: { readonly [option: string]: Json }
  /** The names that lead to what holds it; empty for a field of the collection. */
  readonly inside: readonly string[]
  /** Options that only the file says: texts by language. */
  readonly inFile: ReadonlySet<string>
  /** `collections/posts.ts:14`, of the field of the collection that it is or lies in. */
  readonly source: string
}

/** Fields that stand together: those of a group, of the rows of a list, or of a kind of block. */
export interface FieldsInside {
  /** `parts.quote`, as in addresses. */
  readonly path: string
  readonly fields: readonly FieldData[]
  /** Holds the one field `of` of a list, beside which nothing can stand. */
  readonly isItem: boolean
}

/**
 * The field that an address names.
 * @param path `title`, `seo.title`, `parts.quote.text`; `tags.of` for what a list of single values holds
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
 * The fields that stand together at a place.
 * @param inside the names that lead there; none for those of the collection
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
 * The fields beside which a new one is to stand.
 * @throws HttpError `not_found`, also for a list of single values
 */
export function placeForNew(collection: ManifestCollection, inside: readonly string[]): FieldsInside {
  const place = fieldsAt(collection, inside)
  if (place.isItem) throw new HttpError('not_found', t('A list of single values takes no fields.'))
  return place
}

/** Places for fields inside a field; not those inside these. */
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

/** The names of an address's `in`. */
export function namesIn(given: string | undefined): readonly string[] {
  return given ? given.split('.') : []
}
