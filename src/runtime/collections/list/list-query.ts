import type { SqlValue } from '../../database.ts'
import type { Page } from './pagination.ts'

/** A list as it is asked for: names checked, values typed. `parse` makes it, `compose` turns it into SQL. */
export interface ListQuery {
  readonly page: Page
  /** In order of weight; ties are broken by `id`. */
  readonly sort: readonly SortKey[]
  /** `null`: every property that the caller sees. */
  readonly fields: ReadonlySet<string> | null
  readonly scope: Scope
  /** All of them must hold. */
  readonly filters: readonly Filter[]
}

export interface SortKey {
  readonly property: string
  readonly descending: boolean
}

/** Which documents by status, as it is at the moment of the request: a scheduled one whose time has come is published. */
export type Scope = 'any' | 'draft' | 'scheduled' | 'published'

export type Filter =
  | { readonly kind: 'equals'; readonly property: string; readonly value: SqlValue }
  /** At least one holds. */
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
