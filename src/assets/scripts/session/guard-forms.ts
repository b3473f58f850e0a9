import { fetchSignedIn } from './fetch-signed-in.ts'
import { isSignedOut, sinceSeen } from './session.ts'

/** Milliseconds for which a session is assumed to be valid without a check. */
const FRESH = 60_000

/** Forms that have been checked and are being sent. */
const checked = new WeakSet<HTMLFormElement>()

/**
 * Checks that the user is still signed in before a form leaves a page that was open for a while. If the session has
 * ended, all input would be lost, including the selected files.
 */
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  const isOurs = !event.defaultPrevented && form.method === 'post' && document.body.dataset.user !== undefined
  if (!isOurs || isLeftAlone(form) || sinceSeen() < FRESH || checked.delete(form)) return
  event.preventDefault()
  void sendSignedIn(form, event.submitter)
})

async function sendSignedIn(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const response = await fetchSignedIn('/api/auth/me', { headers: { accept: 'application/json' } }).catch(() => null)
  if (response !== null && isSignedOut(response)) return
  checked.add(form)
  form.requestSubmit(submitter)
}

/**
 * Tells whether a form needs no check: htmx requests do not leave the page; signing out and choosing a language need
 * no session.
 */
function isLeftAlone(form: HTMLFormElement): boolean {
  return form.hasAttribute('hx-post') || new URL(form.action).pathname.startsWith('/auth/')
}
