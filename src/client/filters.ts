import type { PopulatedUser, Reference } from './values.ts'

/** A point in time, or a day: ISO 8601, or a `Date`. */
export type Moment = string | Date

/** Conditions on a property that always has a value. All that are given hold. */
export interface Compared<Value> {
  readonly eq?: Value
  readonly ne?: Value
  /** At most 50; of none nothing is found. */
  readonly in?: readonly Value[]
  /** At most 50; none hide nothing. */
  readonly nin?: readonly Value[]
}

/** Conditions on a property that always has a value, and whose values have an order. */
export interface Ranked<Value> extends Compared<Value> {
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
}

/** Conditions on values that are the same or not. `ne` and `nin` also hold where there is no value. */
export interface Equal<Value> extends Compared<Value> {
  readonly null?: boolean
}

/** Conditions on values with an order. `ne` and `nin` also hold where there is no value. */
export interface Ordered<Value> extends Ranked<Value> {
  readonly null?: boolean
}

/** Conditions on text. `ne` and `nin` also hold where there is no value. */
export interface Text<Value extends string = string> extends Ordered<Value> {
  /** The letters A to Z match in either case. */
  readonly contains?: string
  /** The letters A to Z match in either case. */
  readonly startsWith?: string
  /** The letters A to Z match in either case. */
  readonly endsWith?: string
}

/** Conditions on what every document has. */
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

/** Conditions on a user that a reference points to. */
export type UserFilters = { readonly [Property in keyof PopulatedUser]: Text }
