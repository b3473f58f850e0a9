import type { HttpError } from '../errors.ts'

/** Whether data routes may be served. `blocked` carries what they answer instead. */
export type Readiness = { readonly kind: 'ready' } | { readonly kind: 'blocked'; readonly answer: HttpError }

export const READY: Readiness = { kind: 'ready' }

/** Paths that answer while the service cannot serve data: how else would anyone see why. */
const ALWAYS_UP = new Set(['/health', '/api/health', '/api', '/docs'])

/**
 * Refuses requests for data while the service is not ready for them.
 * @param isForPending what is asked for answers while migrations are pending, too
 */
export function checkReadiness(readiness: Readiness | undefined, path: string, isForPending: boolean): void {
  if (readiness?.kind !== 'blocked' || ALWAYS_UP.has(path)) return
  if (isForPending && readiness.answer.code === 'schema_pending') return
  throw readiness.answer
}
