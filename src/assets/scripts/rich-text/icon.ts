/** Creates an icon from the pages' icon file, like the component `Icon` of `lintel/ui`. */
export function createIcon(name: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'size-4 shrink-0')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `/assets/icons.svg#${name}`)
  svg.append(use)
  return svg
}
