/** Event that a script dispatches on the document when it has added elements. */
export const ADDED = 'lintel:added'

/** Runs `start` once for every matching element: those of the page, and those that htmx or a script adds later. */
export function behaviour(selector: string, start: (element: HTMLElement) => void): void {
  const started = new WeakSet<Element>()
  const startWithin = (root: ParentNode): void => {
    for (const element of root.querySelectorAll<HTMLElement>(selector)) {
      if (started.has(element)) continue
      started.add(element)
      start(element)
    }
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => startWithin(document))
  else startWithin(document)
  document.addEventListener('htmx:after:swap', () => startWithin(document))
  document.addEventListener(ADDED, () => startWithin(document))
}
