import { ADDED } from '../behaviours/behaviour.ts'
import { processHtmx } from './process-htmx.ts'

/** Puts the content of a page in place of the one that is shown, as if the browser had gone there. */
export function showPage(content: string, address: string | null): void {
  const main = document.getElementById('main')
  if (!main) return
  main.innerHTML = content
  if (address !== null && address !== location.href) history.pushState(null, '', address)
  document.dispatchEvent(new Event(ADDED))
  processHtmx(main)
  window.scrollTo(0, 0)
  const first = main.querySelector<HTMLElement>('[autofocus]') ?? main
  first.focus({ preventScroll: true })
}
