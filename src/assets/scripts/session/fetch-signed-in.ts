import { translatorOf } from '../behaviours/words.ts'
import { fetchRenewed, isSignedOut, openSignIn, signedInAgain } from './session.ts'

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

let asking: Promise<boolean> | null = null

/**
 * Offers to sign in beside the page. One dialog for all that wait.
 * @returns whether the reader is signed in again
 */
export function askToSignIn(): Promise<boolean> {
  asking ??= show().finally(() => {
    asking = null
  })
  return asking
}

async function show(): Promise<boolean> {
  const translate = translatorOf(document.body)
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog'
  const box = document.createElement('div')
  const header = document.createElement('header')
  const title = document.createElement('h2')
  title.id = 'signed-out-title'
  title.textContent = translate('Your session has ended')
  dialog.setAttribute('aria-labelledby', title.id)
  const text = document.createElement('p')
  text.role = 'status'
  text.textContent = translate('Nothing is lost: this page stays as it is. Sign in, and it goes on by itself.')
  header.append(title, text)
  const footer = document.createElement('footer')
  const button = (label: string, run: () => void): HTMLButtonElement => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'btn'
    made.textContent = label
    made.addEventListener('click', run)
    return made
  }
  const close = button(translate('Cancel'), () => dialog.close())
  close.dataset.variant = 'outline'
  footer.append(close, button(translate('Sign in'), openSignIn))
  box.append(header, footer)
  dialog.append(box)
  document.body.append(dialog)
  const closed = new AbortController()
  dialog.addEventListener('close', () => closed.abort())
  dialog.showModal()
  await signedInAgain(() => {
    text.textContent = translate('You have signed in with another account. Sign in with the one of this page.')
  }, closed.signal)
  const isBack = !closed.signal.aborted
  dialog.remove()
  return isBack
}
