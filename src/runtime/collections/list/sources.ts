import { SHOWN_OF_USERS } from '../../../ground/users.ts'
import { keptFor } from '../../common/kept-for.ts'
import type { Runtime } from '../../isolate/runtime.ts'
import { type CollectionPlan, planOf } from '../plan.ts'

/** A table that lists read, as the SQL needs to know it. */
export interface Source {
  readonly table: string
  /** The SQL of each property. */
  readonly columns: Readonly<Record<string, string>>
  readonly drafts: boolean
  /** The join table of a list of references. */
  joinOf(property: string): string | null
}

/** Finds the table behind the target of a reference. */
export type Sources = (target: string) => Source

export function sourcesOf({ program }: Runtime): Sources {
  return (target) => {
    if (target === 'users') return USERS
    const collection = program.manifest.collections.find(({ name }) => name === target)
    if (!collection) throw new Error(`the program has no collection ${target}: run cms build`)
    return sourceOf(planOf(collection, program.fieldTypes))
  }
}

export const sourceOf: (plan: CollectionPlan) => Source = keptFor((plan) => {
  const { table, drafts, statements } = plan.collection
  const joinOf = (property: string) => plan.byName.get(property)?.field.join ?? null
  return { table, drafts, columns: statements.columns, joinOf }
})

/** Properties of a referenced user that everybody may see (contract, section 1). */
export const USER_PROPERTIES = Object.keys(SHOWN_OF_USERS) as (keyof typeof SHOWN_OF_USERS)[]

const USERS: Source = {
  table: 'users',
  columns: Object.fromEntries(
    Object.entries(SHOWN_OF_USERS).map(([property, column]) => [property, `"users"."${column}"`]),
  ),
  drafts: false,
  joinOf: () => null,
}
