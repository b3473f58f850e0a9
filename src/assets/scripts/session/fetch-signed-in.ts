import { fetchRenewed, isSignedOut } from './session.ts'

/**
 * Sends a request for an action of the user. If the session has ended, a dialog offers to sign in beside the page,
 * which does not change, and the request is sent again.
 * @returns the error response if the user closes the dialog
 */
export async function fetchSignedIn(input: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchRenewed(input, init)
  if (!isSignedOut(response) || !(await askToSignIn())) return response
  // The request's timeout has expired by now.
  const isLate = init?.signal?.reason instanceof DOMException && init.signal.reason.name === 'TimeoutError'
  return fetchSignedIn(input, isLate ? { ...init, signal: null } : init)
}

/**
 * Event with which scripts of a page open the shared dialog; `detail` receives whether the user has signed in again.
 */
export const ASK = 'lintel:ask-to-sign-in'

/**
 * Offers to sign in beside the page.
 * @returns whether the user has signed in again
 */
export function askToSignIn(): Promise<boolean> {
  return new Promise((resolve) => document.dispatchEvent(new CustomEvent(ASK, { detail: resolve })))
}
