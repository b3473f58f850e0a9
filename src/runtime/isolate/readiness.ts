import type { HttpError } from '../common/errors.ts'

/** State of the data: `ready`, or `blocked` with the error that routes for data respond with. */
export type Readiness = { readonly kind: 'ready' } | Blocked

export interface Blocked {
  readonly kind: 'blocked'
  readonly problem: HttpError
  /** True if the missing migrations are about to be applied, so that waiting is worthwhile. */
  readonly isPassing: boolean
}

export const READY: Readiness = { kind: 'ready' }

/** Paths that respond while the service cannot serve data, so that people can find out why. */
const ALWAYS_UP = new Set([
  '/health',
  '/api/health',
  '/api',
  '/docs',
  '/docs/guides/search',
  '/llms.txt',
  '/llms-full.txt',
])

export function isAlwaysUp(path: string): boolean {
  return ALWAYS_UP.has(path)
}

/**
 * Refuses requests for data while the service is not ready for them.
 * @param isForPending true if the route responds while migrations are pending
 * @throws HttpError that describes the blocked state
 */
export function checkReadiness(readiness: Readiness | undefined, path: string, isForPending: boolean): void {
  if (readiness?.kind !== 'blocked' || isAlwaysUp(path)) return
  if (isForPending && readiness.problem.code === 'schema_pending') return
  throw readiness.problem
}
