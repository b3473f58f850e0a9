import { behaviour } from './behaviour.ts'

/** `<div data-loads-script="/assets/calendar.js">`: loads a script that only this page needs, once. */
behaviour('[data-loads-script]', (host) => {
  const source = host.dataset.loadsScript ?? ''
  if (document.querySelector(`script[src="${source}"]`)) return
  const script = document.createElement('script')
  script.src = source
  // The nonce that the page's policy allows.
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(script)
})
