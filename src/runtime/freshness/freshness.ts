import type { RequestContext } from '../../config/request.ts'

const changes = new WeakMap<RequestContext, number>()

/**
 * Limits caching of the response, because its content changes without a write at a scheduled time. The earliest of
 * several times counts.
 * @param at milliseconds since the epoch
 */
export function expectChange(c: RequestContext, at: number): void {
  changes.set(c, Math.min(at, changes.get(c) ?? at))
}

/**
 * Returns when the content of the response next changes without a write (`expectChange`), in milliseconds since the
 * epoch; `null` if no such time is known.
 */
export function expectedChange(c: RequestContext): number | null {
  return changes.get(c) ?? null
}
