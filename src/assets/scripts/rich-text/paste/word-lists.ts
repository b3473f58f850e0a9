/**
 * Converts lists from Word: on the clipboard, each item is a paragraph with the style `mso-list:l0 level2 lfo1`, which
 * begins with the visible list marker.
 */
export function wordLists(body: HTMLElement): void {
  let open: { readonly level: number; readonly list: HTMLElement }[] = []
  for (const element of [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6, table')]) {
    const level = levelOf(element)
    if (level === null || element.closest('li')) {
      open = []
      continue
    }
    // Other content separates two lists.
    if (open[0] && followed(open[0].list) !== element) open = []
    open = open.filter((openList) => openList.level <= level)
    const sign = takeSign(element)
    const item = body.ownerDocument.createElement('li')
    const last = open.at(-1)
    if (last?.level === level) last.list.append(item)
    else {
      const list = body.ownerDocument.createElement(isNumber(sign) ? 'ol' : 'ul')
      list.append(item)
      const outer = last?.list.lastElementChild
      if (outer) outer.append(list)
      else element.before(list)
      open.push({ level, list })
    }
    const paragraph = body.ownerDocument.createElement('p')
    paragraph.append(...element.childNodes)
    item.append(paragraph)
    element.remove()
  }
}

function followed(list: HTMLElement): Element | null {
  return list.nextElementSibling
}

function levelOf(element: HTMLElement): number | null {
  const level = /mso-list:\s*l\d+\s+level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1]
  return level === undefined ? null : Number(level)
}

/** Removes and returns the list marker: `·`, `o`, `1.`, `iv)`. */
function takeSign(element: HTMLElement): string {
  const sign = element.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
  if (!sign) return ''
  const text = sign.textContent?.replace(/\s+/g, '') ?? ''
  sign.remove()
  return text
}

function isNumber(sign: string): boolean {
  return /^\(?[0-9a-z]{1,5}[.)]$/i.test(sign)
}
