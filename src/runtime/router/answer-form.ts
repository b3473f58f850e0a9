import type { RequestContext } from '../../config/request.ts'
import { HttpError } from '../common/errors.ts'
import { isPageRequest } from '../common/page-request.ts'

/** Refusals after which a form is shown once more: what was typed may be needed again, whatever the reason. */
const SHOWN_AGAIN = [400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 503] as const

/** The status of a page that shows a refused form. */
export type RefusedStatus = (typeof SHOWN_AGAIN)[number]

/**
 * Answers a form that was posted, so that nothing typed is lost by a refusal: a browser is shown the form again, with the
 * status of the refusal; programs get the problem.
 * @param act does what the form asks for, and redirects
 * @param again the page with the form, with what was typed and with what is wrong with it
 */
export async function answerForm(
  c: RequestContext,
  act: () => Promise<Response>,
  again: (problem: HttpError, status: RefusedStatus) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof HttpError) || !isPageRequest(c)) throw error
    if (!isShownAgain(error)) throw error
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
    return again(error, error.status)
  }
}

/**
 * Whether a form is shown once more after this refusal.
 * @param isPublic whether nobody need be signed in to send it. Default `false`
 */
export function isShownAgain(
  problem: HttpError,
  isPublic = false,
): problem is HttpError & { readonly status: RefusedStatus } {
  return SHOWN_AGAIN.some((status) => status === problem.status) && (isPublic || !isSignedOut(problem))
}

/** Whoever is not signed in any more is led to sign in; a password that was asked for once more may be typed again. */
function isSignedOut({ status, code }: HttpError): boolean {
  return status === 401 && code !== 'invalid_credentials'
}
