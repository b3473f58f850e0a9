/** Properties of the sample rows of a collection. They are narrowed until the rows pass the checks in a migration. */
export interface Filling {
  readonly rows: number
  /** True if optional fields are empty in some rows. */
  readonly nulls: boolean
  /** True if the values can be converted to any type; otherwise the field's type generates them. */
  readonly plain: boolean
  /** True if there is at most one row, including rows from earlier migrations. */
  readonly single: boolean
  /** True if references lead to published documents only. */
  readonly published: boolean
}

/** Default filling: two rows to which other rows refer, and one without optional values. */
export const USUAL: Filling = { rows: 3, nulls: true, plain: false, single: false, published: false }
