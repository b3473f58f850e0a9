import type { ChangeClass, DatabaseChange } from './change.ts'
import type { RowsMet } from './rows.ts'

/** The parts of a review, in order. */
export type Area = 'database' | 'API' | 'access' | 'settings' | 'files'

/** A change with all its consequences: one line of the review. */
export interface Item {
  /** The most severe class of its consequences. */
  readonly class: ChangeClass
  readonly area: Area
  /** Kind of the first change: `drop-field`, `cors-origin`. */
  readonly kind: string
  /** Subject: `posts.title`. */
  readonly subject: string
  /** Description in one sentence without a full stop. */
  readonly message: string
  /** Consequences, one sentence each. */
  readonly lines: readonly string[]
  /** Reasons in the config, in the words of its author. */
  readonly reasons: readonly string[]
  /** Position of the declaration or the statement, `collections/posts.ts:14`; `null` without one. */
  readonly source: string | null
  /** Steps of migrations that make the change. */
  readonly steps: readonly DatabaseChange[]
  /** Collections in which somebody may read or change more of the existing documents. Default: none. */
  readonly concerns?: readonly string[]
  /** Rows that the steps affect, if they were counted. */
  readonly rows: readonly RowsMet[]
}

/** An item before its rows are counted. */
export type Uncounted = Omit<Item, 'rows'>
