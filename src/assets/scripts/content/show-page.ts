import { ADDED } from '../behaviours/behaviour.ts'
import { processHtmx } from './process-htmx.ts'

/** Replaces the current page with the content of another, as if the browser had navigated to it. */
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
