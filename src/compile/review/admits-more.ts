import { principals, reachOf, readRule } from '../lock/reach.ts'
import type { Lock } from '../lock/read-lock.ts'

/** A part of the admin, or a route. */
interface Part {
  readonly access?: unknown
}

/** Tells whether somebody may use a part of the admin or a route who could not before. New parts do not count. */
export function admitsMore(before: Part | undefined, after: Part | undefined, base: Lock, head: Lock): boolean {
  if (!before || !after) return false
  const [then, now] = [readRule(before.access, base.roles), readRule(after.access, head.roles)]
  return principals(base, head).some((who) => reachOf(then, who) === 'none' && reachOf(now, who) !== 'none')
}
