import { behaviour } from '../behaviours/behaviour.ts'
import { hasRoomBeside, remembered, TOGGLE } from '../live-preview/remembered.ts'

let hasLoaded = false

/**
 * `<div data-live-preview="/assets/live-preview.js">`: loads the preview when the user opens it, or if it was open last
 * time.
 */
behaviour('[data-live-preview]', (host) => {
  const load = (): void => {
    hasLoaded = true
    const script = document.createElement('script')
    script.src = host.dataset.livePreview ?? ''
    // The nonce that the page's policy allows.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    script.addEventListener('load', toggle)
    document.head.append(script)
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-live-preview-open]')) button.hidden = false
  document.addEventListener('click', function listen(event) {
    if (!host.isConnected) document.removeEventListener('click', listen)
    else if ((event.target as Element).closest('[data-live-preview-open]')) open(event)
  })
  const open = (event: Event): void => {
    event.preventDefault()
    if (hasLoaded) toggle()
    else load()
  }
  if (!hasLoaded && remembered().isOpen && hasRoomBeside()) load()
})

function toggle(): void {
  document.dispatchEvent(new Event(TOGGLE))
}
