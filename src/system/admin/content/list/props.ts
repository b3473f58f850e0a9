import type { ManifestCollection, Translations } from '../../../../runtime/kit.ts'
import type { SavedView } from './choices.ts'
import type { ListColumn } from './columns.ts'
import type { InlineField } from './inline-cell.ts'
import type { List, ListRow } from './object.ts'

/** Props of the list of documents. */
export interface ListProps {
  /** `null`: all of them. */
  readonly collection: ManifestCollection | null
  readonly collections: readonly ManifestCollection[]
  /** The question to the API. */
  readonly parameters: URLSearchParams
  /** Query of this page, to come back to. */
  readonly back: string
  readonly rows: readonly ListRow[]
  /** Names that people read instead of ids. */
  readonly labels: ReadonlyMap<string, string>
  readonly pagination: List['pagination'] | null
  readonly problem: string | null
  /** There are more matches than the search shows. */
  readonly isPartial: boolean
  /** Columns besides the title; none for the list of all collections. */
  readonly columns: readonly ListColumn[]
  readonly available: readonly ListColumn[]
  /** Columns that the reader may change in the list. */
  readonly inline: ReadonlyMap<string, InlineField>
  /** States of translations, by document. */
  readonly translations: ReadonlyMap<string, Translations>
  readonly views: readonly SavedView[]
  /** The view that is looked at. */
  readonly view: SavedView | null
}

/** The address of the list with other parameters; `null` takes one out. */
export function addressWith(
  { collection, parameters, view }: Pick<ListProps, 'collection' | 'parameters' | 'view'>,
  changed: { readonly [name: string]: string | null },
): string {
  const next = new URLSearchParams(parameters)
  if (collection !== null) next.set('collection', collection.name)
  if (view !== null) next.set('view', view.id)
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return `/admin/content/?${next}`
}
