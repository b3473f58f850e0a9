import type { SqlValue } from '../../database/database.ts'

/** Collects the values of a query, so that its shape contains no values. */
export interface Slots {
  readonly values: readonly SqlValue[]
  add(value: SqlValue): Slot
}

export function createSlots(): Slots {
  const values: SqlValue[] = []
  return { values, add: (value) => values.push(value) - 1 }
}

/** The place of a value in `values`. */
export type Slot = number
