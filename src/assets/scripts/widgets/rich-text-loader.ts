import { behaviour } from '../behaviours/behaviour.ts'

let isLoading = false

/** `<div data-rich-text="/assets/rich-text.js">`: loads the editor, which takes over from there. */
behaviour('[data-rich-text]', (host) => {
  if (isLoading) return
  isLoading = true
  const script = document.createElement('script')
  script.src = host.dataset.richText ?? ''
  // What this page's own scripts were let in by.
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(script)
})
