import { behaviour } from './behaviour.ts'

/** Attributes with the address of a script that this page needs: `<div data-loads-script="/assets/calendar.js">`. */
const ATTRIBUTES = ['data-loads-script', 'data-media-script', 'data-rich-text']

for (const attribute of ATTRIBUTES) behaviour(`[${attribute}]`, (host) => loadOnce(host.getAttribute(attribute) ?? ''))

function loadOnce(source: string): void {
  if (document.querySelector(`script[src="${source}"]`)) return
  const script = document.createElement('script')
  script.src = source
  // The nonce that the page's policy allows.
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(script)
}
