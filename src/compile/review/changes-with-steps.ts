import { fieldOfOperation } from '../schema/steps/field-path.ts'
import { type AccessChange, type Change, type ChangeClass, CLASSES, type DatabaseChange } from './change.ts'
import { isPlumbing } from './plumbing.ts'
import type { Review } from './review.ts'

/**
 * Steps of migrations that have one subject and are shown together, and the changes of API and access that are shown
 * with them.
 */
export interface StepsWithChanges {
  readonly steps: readonly DatabaseChange[]
  readonly api: readonly Change[]
  readonly access: readonly AccessChange[]
}

/** The steps of a review with the changes that they cause, and all other changes of API and access. */
export interface Grouped {
  readonly groups: readonly StepsWithChanges[]
  readonly api: readonly Change[]
  readonly access: readonly AccessChange[]
}

/**
 * Groups steps by subject, with the changes of API and access to it. Each section of a review has all changes of its
 * class: what opens is never part of an item about a loss, and what breaks clients is never part of either.
 */
export function changesWithSteps(review: Review): Grouped {
  const steps = review.database.filter((step) => !isPlumbing(step, review))
  const access = review.access.filter((change) => !isImplied(change, review))
  const told = new Set<Change>()
  const untold = <C extends Change>(changes: readonly C[]) => changes.filter((change) => !told.has(change))
  const groups = [...Map.groupBy(steps, keyOf).values()].flatMap(byClass).map((group): StepsWithChanges => {
    const subject = group[0]?.subject
    const found = {
      api: untold(review.api).filter((change) => fieldOfOperation(change.subject) === subject),
      access: untold(access).filter((change) => change.subject === subject),
    }
    const ofSteps = mostSevereOf(group)
    const grade = isGrave(ofSteps) ? ofSteps : mostSevereOf([...found.api, ...found.access])
    const isWith = (change: Change) => change.class === grade || !isGrave(change.class)
    const joined = { steps: group, api: found.api.filter(isWith), access: found.access.filter(isWith) }
    for (const change of [...joined.api, ...joined.access]) told.add(change)
    return joined
  })
  return { groups, api: untold(review.api), access: untold(access) }
}

/**
 * Returns the key of the group that a step belongs to: its subject; for SQL without an operation, its position; without
 * either, its kind.
 */
function keyOf({ operation, subject, kind, source }: DatabaseChange): string {
  if (operation === null && source !== null) return source
  return subject === '' ? kind : subject
}

/** Splits steps by class. Harmless ones stay with the most severe. */
function byClass(steps: readonly DatabaseChange[]): readonly (readonly DatabaseChange[])[] {
  const grade = mostSevereOf(steps)
  const groups = Map.groupBy(steps, (step) => (isGrave(step.class) ? step.class : grade))
  return CLASSES.flatMap((name) => {
    const group = groups.get(name)
    return group === undefined ? [] : [group]
  })
}

function mostSevereOf(changes: readonly Change[]): ChangeClass {
  return CLASSES.find((name) => changes.some((change) => change.class === name)) ?? 'safe'
}

function isGrave(grade: ChangeClass): boolean {
  return grade !== 'caution' && grade !== 'safe'
}

/**
 * Tells whether a change to access follows from a change to the API that concerns everybody, such as a hidden or
 * read-only field.
 */
function isImplied({ subject, effect, action }: AccessChange, { api }: Review): boolean {
  const whole = { read: 'hidden-on', write: 'read-only-on' }[action]
  return effect === 'loses' && api.some((change) => change.subject === subject && change.kind === whole)
}
