import { fetchRenewed, isSignedOut } from './session.ts'

/**
 * Asks the service for something that somebody has just asked for. Where the session has ended, a dialog offers to sign in
 * beside the page, which stays as it is, and the service is asked again then.
 * @returns the refusal where the reader closes the dialog
 */
export async function fetchSignedIn(input: string | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetchRenewed(input, init)
  if (!isSignedOut(answer) || !(await askToSignIn())) return answer
  // The time that the service had is over by now.
  const isLate = init?.signal?.reason instanceof DOMException && init.signal.reason.name === 'TimeoutError'
  return fetchSignedIn(input, isLate ? { ...init, signal: null } : init)
}

/** Event by which every script of a page asks for the one dialog; `detail` takes whether the reader is signed in again. */
export const ASK = 'lintel:ask-to-sign-in'

/**
 * Offers to sign in beside the page.
 * @returns whether the reader is signed in again
 */
export function askToSignIn(): Promise<boolean> {
  return new Promise((resolve) => document.dispatchEvent(new CustomEvent(ASK, { detail: resolve })))
}
