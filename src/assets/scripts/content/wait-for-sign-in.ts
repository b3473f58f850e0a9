import { translatorOf } from '../behaviours/words.ts'
import { openSignIn, signedInAgain } from '../session/session.ts'
import { showNotice } from './form-notice.ts'
import type { Sending } from './sending.ts'

/** Functions that save each waiting form, once the user has signed in. */
const waiting = new WeakMap<HTMLFormElement, () => Promise<unknown>>()

/** Tells whether a form is to be saved as soon as the user has signed in again. */
export function waitsForSignIn(form: HTMLFormElement): boolean {
  return waiting.has(form)
}

/**
 * Shows in a form that the session has ended, and offers to sign in beside it. The form keeps its content, and is saved
 * after the sign-in, in the way that was last requested.
 */
export function waitForSignIn(form: HTMLFormElement, sending: Sending, save: () => Promise<unknown>): void {
  const { tell, say: translate } = sending
  const common = translatorOf(document.body)
  tell(translate('Not saved: your session has ended.'))
  const isFirst = !waiting.has(form)
  waiting.set(form, save)
  if (!isFirst) return
  const again = (): void => {
    const latest = waiting.get(form)
    waiting.delete(form)
    if (!form.isConnected) return
    showNotice(form, null)
    void latest?.()
  }
  const show = (text: string): void =>
    showNotice(form, {
      title: common('Your session has ended'),
      text,
      buttons: [{ label: common('Sign in'), run: openSignIn }],
    })
  show(translate('Nothing is lost: what you typed is still here. Sign in, and it is saved automatically.'))
  void signedInAgain(() =>
    show(common('You have signed in with another account. Sign in with the account that opened this page.')),
  ).then(again)
}
