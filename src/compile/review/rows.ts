import type { DatabaseChange } from './change.ts'

/** Rows of a database that a step meets. */
export interface RowsOfStep {
  /** What happens to them: `69 of 127 rows hold a value`. */
  readonly words: string
  /** Whether the migration fails on them. */
  readonly fails: boolean
  /** Ids of some of them. */
  readonly sample: readonly (string | number)[]
}

/** Rows as they were counted in one database. */
export interface CountedRows {
  /** `production`. */
  readonly environment: string
  /** Of a step, by its migration and its place in it. */
  readonly of: (step: DatabaseChange) => readonly RowsOfStep[]
}
