import type { ManifestCollection } from '../../../runtime/kit.ts'

/** A line of the list: a document, or what the list over all collections says of one. */
export interface ListRow {
  readonly id: string
  readonly status: string
  readonly updatedAt: string
  readonly [property: string]: unknown
}

/** What the list of documents shows. */
export interface ListProps {
  /** `null`: all of them. */
  readonly collection: ManifestCollection | null
  readonly collections: readonly ManifestCollection[]
  readonly parameters: URLSearchParams
  readonly rows: readonly ListRow[]
  readonly people: ReadonlyMap<string, string>
  readonly pagination: { readonly total?: number; readonly nextCursor: string | null; readonly hasPrev: boolean } | null
  readonly problem: string | null
}
