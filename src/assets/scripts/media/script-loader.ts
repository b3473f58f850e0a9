import { behaviour } from '../behaviours/behaviour.ts'

let isLoading = false

/** `<div data-media-script="/assets/media.js">`: loads the library's script, which takes over from there. */
behaviour('[data-media-script]', (host) => {
  if (isLoading) return
  isLoading = true
  const script = document.createElement('script')
  script.src = host.dataset.mediaScript ?? ''
  // What this page's own scripts were let in by.
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(script)
})
