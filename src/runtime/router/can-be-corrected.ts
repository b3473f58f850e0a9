import type { HttpError } from '../common/errors.ts'

/** Statuses after which the form is shown with what was typed. */
const CORRECTABLE = [400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 503] as const

/** The status of a page that shows a refused form. */
export type RefusedStatus = (typeof CORRECTABLE)[number]

/**
 * Tells whether the form is shown with what was typed after this error.
 * @param isPublic whether nobody need be signed in to send it. Default `false`
 */
export function canBeCorrected(
  problem: HttpError,
  isPublic = false,
): problem is HttpError & { readonly status: RefusedStatus } {
  return CORRECTABLE.some((status) => status === problem.status) && (isPublic || !isSignedOut(problem))
}

/**
 * Tells whether the caller has to sign in again. A password that was requested once more may be typed again instead.
 */
function isSignedOut({ status, code }: HttpError): boolean {
  return status === 401 && code !== 'invalid_credentials'
}
