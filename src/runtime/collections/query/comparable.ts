import { equated, type Operator, ordered, type Storage, textual } from '../../../fields/field-type.ts'
import { INSERTED, SYSTEM_COLUMNS, type SystemProperty } from '../../../ground/system-columns.ts'
import type { CollectionPlan } from '../document/plan.ts'
import type { View } from '../request/view.ts'
import { USER_PROPERTIES } from './sources.ts'

/** A property that lists may filter by. */
export interface Comparable {
  readonly storage: Storage
  readonly operators: readonly Operator[]
  /** Kind of the field; absent for a system property. */
  readonly kind?: string
}

export type Comparables = ReadonlyMap<string, Comparable>

const always = (operators: readonly Operator[]) => operators.filter((operator) => operator !== 'null')

/** Operators for the properties that every document has. */
const SYSTEM: { readonly [Property in SystemProperty]: readonly Operator[] } = {
  id: always(ordered),
  createdBy: equated,
  updatedBy: equated,
  createdAt: always(ordered),
  updatedAt: always(ordered),
  publishedAt: ordered,
  scheduledAt: ordered,
  version: always(ordered),
  status: always(equated),
}

const comparables = new WeakMap<View, Comparables>()

/** Returns the properties that a caller may compare: those that support it and are visible to the caller. */
export function comparablesOf(plan: CollectionPlan, view: View): Comparables {
  const known = comparables.get(view)
  if (known) return known
  const fields = plan.fields.map(({ field }) => [field.name, field] as const)
  const system = INSERTED.map(
    (name) => [name, { storage: SYSTEM_COLUMNS[name].storage, operators: SYSTEM[name] }] as const,
  )
  const found = new Map<string, Comparable>(
    [...fields, ...system].filter(([name, { operators }]) => operators.length > 0 && view.names.has(name)),
  )
  comparables.set(view, found)
  return found
}

/** Properties of a referenced user that everybody may compare. */
export const USER_COMPARABLES: Comparables = new Map(
  USER_PROPERTIES.map((name) => [name, { storage: 'text', operators: textual }]),
)
