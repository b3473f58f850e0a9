import type { RequestContext } from '../../config/request.ts'

const changes = new WeakMap<RequestContext, number>()

/**
 * Tells that what the answer shows changes by itself, without any write, because something is scheduled: no cache keeps
 * it for longer. Of several moments the first one counts.
 * @param at milliseconds since the epoch
 */
export function expectChange(c: RequestContext, at: number): void {
  changes.set(c, Math.min(at, changes.get(c) ?? at))
}

/** Time of the next such change, in milliseconds since the epoch; `null` if none is known. */
export function expectedChange(c: RequestContext): number | null {
  return changes.get(c) ?? null
}
