/** Event that reaches, bubbling, everything around a field that may hide it: tabs and collapsed items show it then. */
const REVEAL = 'lintel:reveal'

/** Makes an element visible, whatever is closed around it. */
export function reveal(element: Element): void {
  element.dispatchEvent(new Event(REVEAL, { bubbles: true }))
  for (let around = element.closest('details'); around; around = around.parentElement?.closest('details') ?? null) {
    around.open = true
  }
}

/** Calls back with the element inside a host that is about to be shown. */
export function onReveal(host: HTMLElement, show: (element: Element) => void): void {
  host.addEventListener(REVEAL, (event) => show(event.target as Element))
}
