/** Rows that a collection gets. What a migration asks of rows narrows it. */
export interface Filling {
  readonly rows: number
  /** Tells whether optional fields are empty in some rows. */
  readonly nulls: boolean
  /** Values that read as any type, in place of those that the field's type makes. */
  readonly plain: boolean
  /** At most one row, those of earlier migrations counted. */
  readonly single: boolean
}

/** Two that others refer to, one without what may be left out. */
export const USUAL: Filling = { rows: 3, nulls: true, plain: false, single: false }
