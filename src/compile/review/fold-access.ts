import { ANONYMOUS } from '../lock/reach.ts'
import { describeAccess } from './access-change.ts'
import type { AccessChange } from './change.ts'

/** Changes of access that are one thing for a reviewer. */
export interface FoldedAccess {
  /** The sentence, with whoever and whatever it holds for besides. */
  readonly message: string
  readonly changes: readonly [AccessChange, ...AccessChange[]]
}

/** The same of several collections is said once where there are at least so many. */
const SUBJECTS_TOGETHER = 3

type Group<T> = readonly [T, ...T[]]

/**
 * One sentence for all roles of which the same is true, and one for all collections. Who is not signed in comes first:
 * what holds for them holds for everybody.
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

/** Tells whether it is about what one caller may do, as most are, and not about a function, a role or a permission. */
function isOfCaller({ role, action }: AccessChange): boolean {
  return role !== null && action !== 'permission'
}

function groupsOf<T>(items: readonly T[], key: (item: T) => readonly unknown[]): Group<T>[] {
  const groups = Map.groupBy(items, (item) => JSON.stringify(key(item)))
  return [...groups.values()].flatMap(([first, ...rest]): Group<T>[] => (first === undefined ? [] : [[first, ...rest]]))
}

/** One subject's changes, or those of several that differ in nothing else. */
function fold([group, ...more]: Group<Group<AccessChange>>): FoldedAccess {
  const [first] = group
  const [head, ...tail] = [...group, ...more.flat()]
  const changes = [head ?? first, ...tail] as const
  if (!isOfCaller(first)) return { message: first.message, changes }
  const roles = group.flatMap(({ role }) => role ?? [])
  const [who = '', ...others] = roles.includes(ANONYMOUS)
    ? [ANONYMOUS, ...roles.filter((role) => role !== ANONYMOUS)]
    : roles
  const subjects = [first.subject, ...more.map(([{ subject }]) => subject)]
  const sentence = describeAccess(who, first.effect, first.action, listed(subjects), first.limit ?? '')
  return { message: others.length === 0 ? sentence : `${sentence} (${listed(others)} too)`, changes }
}

/** `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
