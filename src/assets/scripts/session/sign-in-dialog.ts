import { translatorOf } from '../behaviours/words.ts'
import { ASK } from './fetch-signed-in.ts'
import { openSignIn, signedInAgain } from './session.ts'

let asking: Promise<boolean> | null = null

/** Opens the sign-in dialog, which all scripts share. */
document.addEventListener(ASK, (event) => {
  asking ??= show().finally(() => {
    asking = null
  })
  void asking.then((event as CustomEvent<(isBack: boolean) => void>).detail)
})

/**
 * Shows the dialog.
 * @returns whether the user has signed in again
 */
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
  text.textContent = translate(
    'Nothing is lost: this page stays open. Once you have signed in, it continues by itself.',
  )
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
    text.textContent = translate(
      'You have signed in with another account. Sign in with the account that opened this page.',
    )
  }, closed.signal)
  const isBack = !closed.signal.aborted
  dialog.remove()
  return isBack
}
