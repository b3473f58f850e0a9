import type { Operator } from '../../../fields/field-type.ts'
import type { TranslationState } from '../../../manifest/translation-state.ts'
import type { SqlValue } from '../../database/database.ts'
import type { Status } from '../document/row.ts'

/**
 * A parsed list query, with names checked and values typed. Its shape determines the SQL and contains no values, so
 * that queries of the same shape share one statement.
 */
export interface ListQuery {
  readonly shape: ListShape
  /** Values, by slot. */
  readonly values: readonly SqlValue[]
}

export interface ListShape {
  /** Sort keys, the most significant first; ties are broken by `id`. `null`: by rank, best first. */
  readonly sort: readonly SortKey[] | null
  readonly scope: Scope
  /** Conditions, all of which must hold. */
  readonly filters: readonly Filter[]
  /** Query for the full-text index. */
  readonly search: Slot | null
  /** The last document of the previous page: a slot for each key of the order, `null` if it had no value. */
  readonly after: readonly (Slot | null)[] | null
  readonly counts: boolean
}

/** The place of a value in `values`. */
export type Slot = number

export interface SortKey {
  readonly property: string
  readonly descending: boolean
}

/** Documents by status at the moment of the request: a scheduled document that is due counts as published. */
export type Scope = 'any' | Status

export type Comparison = Exclude<Operator, 'null'>

export type Filter =
  /**
   * A comparison of a property with a value. `in` and `nin` take a JSON array. For a list of references, each item is
   * compared.
   */
  | { readonly kind: 'compare'; readonly property: string; readonly operator: Comparison; readonly slot: Slot }
  | { readonly kind: 'null'; readonly property: string; readonly isNull: boolean }
  /** The document has one of these statuses at the moment of the request. */
  | { readonly kind: 'status'; readonly statuses: readonly Status[] }
  /** The reference, or an item of a list of references, points to a document in `scope` that meets all `filters`. */
  | {
      readonly kind: 'target'
      readonly property: string
      readonly target: string
      readonly scope: Scope
      readonly filters: readonly Filter[]
    }
  /** At least one of the conditions holds. */
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  /** The document is shown in the locale to callers who are not signed in. */
  | { readonly kind: 'shown'; readonly locale: string }
  /** State of the translation into a locale. */
  | { readonly kind: 'translation'; readonly locale: string; readonly state: TranslationState }
  /**
   * Search in a document's own values: in the `always` columns, and in the localized columns in which the document has
   * a value.
   */
  | {
      readonly kind: 'searched'
      readonly always: readonly string[]
      readonly localized: readonly { readonly property: string; readonly column: string }[]
      readonly slot: Slot
    }
  | { readonly kind: 'nothing' }
