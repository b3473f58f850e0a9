import type { SqlValue } from '../../database/database.ts'
import type { Filter, Scope } from '../query/filter.ts'
import type { Slot } from '../query/slots.ts'

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
  /** Sort keys, the most significant first; `completeOrder` adds those that break ties. `null`: by rank, best first. */
  readonly sort: readonly SortKey[] | null
  readonly scope: Scope
  /** Conditions, all of which must hold. */
  readonly filters: readonly Filter[]
  /** Query for the full-text index. */
  readonly search: Slot | null
  /** The last document of the previous page: a slot for each key of the order, `null` for a missing value. */
  readonly after: readonly (Slot | null)[] | null
  readonly counts: boolean
}

export interface SortKey {
  readonly property: string
  readonly descending: boolean
}
