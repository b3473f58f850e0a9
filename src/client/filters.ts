import type { PopulatedUser, Reference } from './values.ts'

/** A point in time or a day: ISO 8601, or a `Date`. */
export type Moment = string | Date

/** Conditions on a property that always has a value. All of them must hold. */
export interface Compared<Value> {
  readonly eq?: Value
  readonly ne?: Value
  /** At most 50 values; an empty list matches nothing. */
  readonly in?: readonly Value[]
  /** At most 50 values; an empty list matches everything. */
  readonly nin?: readonly Value[]
}

/** Conditions on a property that always has a value and can be ordered. */
export interface Ranked<Value> extends Compared<Value> {
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
}

/** Conditions on a property that can only be compared for equality. `ne` and `nin` also match a missing value. */
export interface Equal<Value> extends Compared<Value> {
  readonly null?: boolean
}

/** Conditions on a property that can be ordered. `ne` and `nin` also match a missing value. */
export interface Ordered<Value> extends Ranked<Value> {
  readonly null?: boolean
}

/** Conditions on text. `ne` and `nin` also match a missing value. */
export interface Text<Value extends string = string> extends Ordered<Value> {
  /** Text that the value contains. The case of A to Z is ignored. */
  readonly contains?: string
  /** Text with which the value starts. The case of A to Z is ignored. */
  readonly startsWith?: string
  /** Text with which the value ends. The case of A to Z is ignored. */
  readonly endsWith?: string
}

/** Conditions on the properties that every document has. */
export interface Filterable {
  readonly id: Ranked<string>
  readonly status: Compared<'draft' | 'published' | 'scheduled'>
  readonly createdAt: Ranked<Moment>
  readonly updatedAt: Ranked<Moment>
  readonly publishedAt: Ordered<Moment>
  readonly scheduledAt: Ordered<Moment>
  readonly createdBy: Equal<Reference<'users'>>
  readonly updatedBy: Equal<Reference<'users'>>
  readonly version: Ranked<number>
}

/** Properties that every list can be sorted by. */
export type Sortable = Exclude<keyof Filterable, 'status'>

/** Conditions on the user that a reference points to. */
export type UserFilters = { readonly [Property in keyof PopulatedUser]: Text }
