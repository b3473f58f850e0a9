import { behaviour } from '../behaviours/behaviour.ts'

/** `<button data-media-copy="Copied">`: copies the address beside it. */
behaviour('button[data-media-copy]', (button) => {
  const input = button.parentElement?.querySelector<HTMLInputElement>('[data-media-address]')
  const text = button.querySelector('[data-text]')
  if (!input || !text) return
  const label = text.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    const address = new URL(input.value, location.href).href
    try {
      await navigator.clipboard.writeText(address)
    } catch {
      // If the page may not write to the clipboard, the user copies the selected address.
      input.select()
      return
    }
    text.textContent = button.dataset.mediaCopy ?? ''
    window.setTimeout(() => {
      text.textContent = label
    }, 2000)
  })
})
