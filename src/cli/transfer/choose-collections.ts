import { nearest } from '../../ground/nearest.ts'
import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/**
 * Returns the collections named in a comma-separated list, in the order of `plans`; without a list, all collections.
 * @throws Failure for an unknown collection, with the nearest name
 */
export function chooseCollections(
  plans: readonly CollectionPlan[],
  list: string | undefined,
): readonly CollectionPlan[] {
  if (list === undefined) return plans
  const known = plans.map(({ collection }) => collection.name)
  const names = list.split(',').map((name) => name.trim())
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    throw new Failure(`There is no collection ${name}.`, {
      hint: meant === undefined ? `The collections are ${known.join(', ')}.` : `Did you mean ${meant}?`,
      exitCode: exitCodes.usage,
    })
  }
  return plans.filter(({ collection }) => names.includes(collection.name))
}
