import type { Operator } from '../../../fields/field-type.ts'
import type { TranslationState } from '../../../manifest/translation-state.ts'
import type { Status } from '../document/row.ts'
import type { Slot } from './slots.ts'

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
