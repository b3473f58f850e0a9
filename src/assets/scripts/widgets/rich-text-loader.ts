import { behaviour } from '../behaviours/behaviour.ts'

let isLoading = false

/** `<div data-rich-text="/assets/rich-text.js">`: loads the editor. */
behaviour('[data-rich-text]', (host) => {
  if (isLoading) return
  isLoading = true
  const script = document.createElement('script')
  script.src = host.dataset.richText ?? ''
  // The nonce that the page's policy allows.
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(script)
})
