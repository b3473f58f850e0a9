import type { HttpError } from '../common/errors.ts'

/** State of data routes: `ready`, or `blocked` with the error that they return instead. */
export type Readiness = { readonly kind: 'ready' } | Blocked

export interface Blocked {
  readonly kind: 'blocked'
  readonly problem: HttpError
  /** Somebody is about to apply what is missing: it is worth a wait. */
  readonly isPassing: boolean
}

export const READY: Readiness = { kind: 'ready' }

/** Paths that answer while the service cannot serve data: how else would anyone see why. */
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
 * @param isForPending what is asked for answers while migrations are pending, too
 */
export function checkReadiness(readiness: Readiness | undefined, path: string, isForPending: boolean): void {
  if (readiness?.kind !== 'blocked' || isAlwaysUp(path)) return
  if (isForPending && readiness.problem.code === 'schema_pending') return
  throw readiness.problem
}
