import { behaviour } from '../behaviours/behaviour.ts'

let isLoading = false

/** `<div data-media-script="/assets/media.js">`: loads the library's script. */
behaviour('[data-media-script]', (host) => {
  if (isLoading) return
  isLoading = true
  const script = document.createElement('script')
  script.src = host.dataset.mediaScript ?? ''
  // The nonce that the page's policy allows.
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(script)
})
