/** Bubbling event that makes everything around a field show it: tabs and collapsed items. */
const REVEAL = 'lintel:reveal'

/** Makes an element visible, whatever is collapsed around it. */
export function reveal(element: Element): void {
  element.dispatchEvent(new Event(REVEAL, { bubbles: true }))
  for (let around = element.closest('details'); around; around = around.parentElement?.closest('details') ?? null) {
    around.open = true
  }
}

/** Calls `show` with the element inside a host that is about to be shown. */
export function onReveal(host: HTMLElement, show: (element: Element) => void): void {
  host.addEventListener(REVEAL, (event) => show(event.target as Element))
}
