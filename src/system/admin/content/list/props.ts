import type { ManifestCollection, Translations } from '../../../../runtime/kit.ts'
import type { SavedView } from './choices.ts'
import type { ListColumn } from './columns.ts'
import type { InlineField } from './inline-cell.ts'
import type { List, ListRow } from './object.ts'

/** Props of the list of documents. */
export interface ListProps {
  /** Collection of the list; `null` for all collections. */
  readonly collection: ManifestCollection | null
  readonly collections: readonly ManifestCollection[]
  /** Query for the API. */
  readonly parameters: URLSearchParams
  /** Query of this page, so that actions can return to it. */
  readonly back: string
  readonly rows: readonly ListRow[]
  /** Names to show in place of ids. */
  readonly labels: ReadonlyMap<string, string>
  readonly pagination: List['pagination'] | null
  readonly problem: string | null
  /** Tells whether the search has more matches than are shown. */
  readonly isPartial: boolean
  /** Columns in addition to the title; none for the list of all collections. */
  readonly columns: readonly ListColumn[]
  readonly available: readonly ListColumn[]
  /** Columns that the user may edit in the list. */
  readonly inline: ReadonlyMap<string, InlineField>
  /** States of translations, by document. */
  readonly translations: ReadonlyMap<string, Translations>
  readonly views: readonly SavedView[]
  /** View that is currently shown. */
  readonly view: SavedView | null
}

/** Returns the address of the list with changed parameters; `null` removes a parameter. */
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
