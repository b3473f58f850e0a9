import { ANONYMOUS } from '../../ground/access.ts'
import { describeAccess } from './access-change.ts'
import type { AccessChange } from './change.ts'

/** Changes to access that a review shows as one. */
export interface FoldedAccess {
  /** Sentence that names all callers and subjects. */
  readonly message: string
  /** Notes on any of the changes. */
  readonly notes: readonly string[]
  readonly changes: readonly [AccessChange, ...AccessChange[]]
}

/** Minimum number of collections for which a change that they share is reported once. */
const SUBJECTS_TOGETHER = 3

type Group<T> = readonly [T, ...T[]]

/**
 * Folds changes that apply to several roles or collections into one. Anonymous callers come first, because their access
 * applies to everybody.
 */
export function foldAccess(changes: readonly AccessChange[]): FoldedAccess[] {
  const byRole = groupsOf(changes, (change) =>
    isOfCaller(change)
      ? [change.class, change.kind, change.effect, change.action, change.subject, change.limit]
      : [change.message],
  )
  const bySubject = groupsOf(byRole, ([first, ...others]) =>
    isOfCaller(first)
      ? [first.class, first.kind, first.effect, first.action, first.limit, [first, ...others].map(({ role }) => role)]
      : [first.message],
  )
  return bySubject.flatMap((groups) =>
    groups.length < SUBJECTS_TOGETHER ? groups.map((group) => fold([group])) : [fold(groups)],
  )
}

/** Tells whether a change concerns what one caller may do. All others concern a function, a role or a permission. */
function isOfCaller({ role, action }: AccessChange): boolean {
  return role !== null && action !== 'permission'
}

function groupsOf<T>(items: readonly T[], key: (item: T) => readonly unknown[]): Group<T>[] {
  const groups = Map.groupBy(items, (item) => JSON.stringify(key(item)))
  return [...groups.values()].flatMap(([first, ...rest]): Group<T>[] => (first === undefined ? [] : [[first, ...rest]]))
}

/** Folds the changes to one subject, or to several that differ in nothing else. */
function fold([group, ...more]: Group<Group<AccessChange>>): FoldedAccess {
  const [first] = group
  const [head, ...tail] = [...group, ...more.flat()]
  const changes = [head ?? first, ...tail] as const
  const notes = [...new Set(changes.flatMap((change) => change.notes ?? []))]
  if (!isOfCaller(first)) return { message: first.message, notes, changes }
  const roles = group.flatMap(({ role }) => role ?? [])
  const [who = '', ...others] = roles.includes(ANONYMOUS)
    ? [ANONYMOUS, ...roles.filter((role) => role !== ANONYMOUS)]
    : roles
  const subjects = [first.subject, ...more.map(([{ subject }]) => subject)]
  const sentence = describeAccess(who, first.effect, first.action, listed(subjects), first.limit ?? '')
  return { message: others.length === 0 ? sentence : `${sentence} (${listed(others)} too)`, notes, changes }
}

/** Joins names: `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Maximum number of names in a sentence. */
const MOST_NAMES = 6

/** Joins names, of which only the first are shown: `a, b and 12 more`. */
export function listedInPart(names: readonly string[]): string {
  if (names.length <= MOST_NAMES) return listed(names)
  return `${names.slice(0, MOST_NAMES - 1).join(', ')} and ${names.length - MOST_NAMES + 1} more`
}
