import { fetchSignedIn } from './fetch-signed-in.ts'
import { isSignedOut, sinceSeen } from './session.ts'

/** Milliseconds for which a session is taken to be there still. */
const FRESH = 60_000

/** Forms that have been looked after, and are on their way. */
const checked = new WeakSet<HTMLFormElement>()

/**
 * Asks whether the reader is still signed in before a form leaves the page that was open for a while: with a session that
 * has ended, everything in it would be gone, files above all.
 */
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  const isOurs = !event.defaultPrevented && form.method === 'post' && document.body.dataset.user !== undefined
  if (!isOurs || isLeftAlone(form) || sinceSeen() < FRESH || checked.delete(form)) return
  event.preventDefault()
  void sendSignedIn(form, event.submitter)
})

async function sendSignedIn(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const answer = await fetchSignedIn('/api/auth/me', { headers: { accept: 'application/json' } }).catch(() => null)
  if (answer !== null && isSignedOut(answer)) return
  checked.add(form)
  form.requestSubmit(submitter)
}

/** The requests of htmx leave the page where it is; signing out and choosing a language need no session. */
function isLeftAlone(form: HTMLFormElement): boolean {
  return form.hasAttribute('hx-post') || new URL(form.action).pathname.startsWith('/auth/')
}
