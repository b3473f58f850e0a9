/** Bubbling event of an element that is about to be shown. Tabs and collapsed items around it open. */
const REVEAL = 'lintel:reveal'

/** Makes an element visible, whatever is collapsed around it. */
export function reveal(element: Element): void {
  element.dispatchEvent(new Event(REVEAL, { bubbles: true }))
  for (let around = element.closest('details'); around; around = around.parentElement?.closest('details') ?? null) {
    around.open = true
  }
}

/** Calls `show` before an element inside a host is shown, with that element. */
export function onReveal(host: HTMLElement, show: (element: Element) => void): void {
  host.addEventListener(REVEAL, (event) => show(event.target as Element))
}
