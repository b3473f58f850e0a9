/** Lets htmx process elements that a script has added. */
export function processHtmx(element: Element): void {
  const { htmx } = globalThis as { htmx?: { process(element: Element): void } }
  htmx?.process(element)
}
