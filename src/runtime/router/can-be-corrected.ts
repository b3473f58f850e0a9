import type { HttpError } from '../common/errors.ts'

/** Statuses after which a refused form is shown again. */
const CORRECTABLE = [400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 503] as const

/** Status of a page that shows a refused form. */
export type RefusedStatus = (typeof CORRECTABLE)[number]

/**
 * Tells whether a form is shown again, with its values, after this error.
 * @param isPublic true if anonymous callers may send the form. Default `false`
 */
export function canBeCorrected(
  problem: HttpError,
  isPublic = false,
): problem is HttpError & { readonly status: RefusedStatus } {
  return CORRECTABLE.some((status) => status === problem.status) && (isPublic || !isSignedOut(problem))
}

/**
 * Tells whether the caller has to sign in again. A request to repeat the password can be answered in the form instead.
 */
function isSignedOut({ status, code }: HttpError): boolean {
  return status === 401 && code !== 'invalid_credentials'
}
