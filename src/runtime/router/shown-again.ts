import type { HttpError } from '../common/errors.ts'

/** Refusals after which a form is shown once more: what was typed may be needed again, whatever the reason. */
const SHOWN_AGAIN = [400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 503] as const

/** The status of a page that shows a refused form. */
export type RefusedStatus = (typeof SHOWN_AGAIN)[number]

/**
 * Tells whether a form is shown again after this error.
 * @param isPublic whether nobody need be signed in to send it. Default `false`
 */
export function isShownAgain(
  problem: HttpError,
  isPublic = false,
): problem is HttpError & { readonly status: RefusedStatus } {
  return SHOWN_AGAIN.some((status) => status === problem.status) && (isPublic || !isSignedOut(problem))
}

/**
 * Tells whether the caller has to sign in again. A password that was requested once more may be typed again instead.
 */
function isSignedOut({ status, code }: HttpError): boolean {
  return status === 401 && code !== 'invalid_credentials'
}
