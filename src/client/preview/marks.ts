const FIELD = 'data-lintel-field'

/** Outlines marked elements and handles clicks on them. */
export interface Marks {
  /**
   * Outlines the element of the field that is being edited, or the nearest marked element around it, and scrolls to it.
   * `null` removes the outline.
   */
  show(field: string | null): void
  remove(): void
}

/**
 * Makes a click on a marked element select its field, from the first call of `show` on. With Ctrl, Shift, Alt or Cmd,
 * the click keeps its usual effect.
 * @param select called with the path of the clicked field
 */
export function createMarks(select: (field: string) => void): Marks {
  // A style element would need permission in the page's Content-Security-Policy.
  const sheet = new CSSStyleSheet()
  let outlined: string | null | undefined
  const click = (event: MouseEvent): void => {
    const place = (event.target as Element).closest(`[${FIELD}]`)
    if (!place || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    select(place.getAttribute(FIELD) ?? '')
  }
  return {
    show(field) {
      if (field === outlined) return
      if (outlined === undefined) {
        document.adoptedStyleSheets.push(sheet)
        document.addEventListener('click', click, true)
      }
      outlined = field
      const place = field === null ? null : placeOf(field)
      const rule = `[${FIELD}]:hover{outline:1px dashed;outline-offset:3px;cursor:pointer}`
      const current = place && `[${FIELD}="${CSS.escape(place.getAttribute(FIELD) ?? '')}"][${FIELD}]`
      sheet.replaceSync(rule + (current ? `${current}{outline:2px solid #6d5dfc;outline-offset:3px}` : ''))
      place?.scrollIntoView({ block: 'nearest' })
    },
    remove() {
      document.removeEventListener('click', click, true)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    },
  }
}

function placeOf(field: string): Element | null {
  for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const place = document.querySelector(`[${FIELD}="${CSS.escape(path)}"]`)
    if (place) return place
  }
  return null
}
