import { behaviour } from './behaviour.ts'

/**
 * `<button data-reveal="password" hidden>`: shows the text of the password input with this id, until the form is sent.
 */
behaviour('button[data-reveal]', (button) => {
  const input = document.getElementById(button.dataset.reveal ?? '')
  if (!(input instanceof HTMLInputElement)) return
  const reveal = (isShown: boolean): void => {
    input.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
  }
  button.hidden = false
  button.addEventListener('click', () => reveal(input.type === 'password'))
  // Browsers offer to save passwords, but may suggest the content of other fields.
  input.form?.addEventListener('submit', () => reveal(false))
})
