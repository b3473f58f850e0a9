import { readStyle } from '../../../../rich-text/parse/style.ts'

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' } as const
const ALIGNED = /^(?:P|H[1-6]|TD|TH)$/
const BLOCK = /^(?:P|H[1-6]|LI|TD|TH|DIV|TABLE|TR|TBODY|UL|OL|BLOCKQUOTE|PRE|BODY)$/

/**
 * Turns formatting in `style` attributes into elements. The policy of the pages takes such attributes away before the
 * editor could ask for them, and other programs write all of their formatting there.
 */
export function styleAsElements(body: HTMLElement): void {
  for (const element of [...body.querySelectorAll<HTMLElement>('[style]')]) {
    const { on, isPlain, align } = readStyle(element.getAttribute('style') ?? '')
    if (align !== null && ALIGNED.test(element.tagName)) element.setAttribute('align', align)
    element.removeAttribute('style')
    if (isPlain && /^(?:B|STRONG)$/.test(element.tagName)) element.replaceWith(...element.childNodes)
    // A block that is bold as a whole is a heading or a head by itself.
    else if (!BLOCK.test(element.tagName)) for (const type of on) if (type !== 'link') wrapInside(element, TAGS[type])
  }
}

function wrapInside(element: HTMLElement, tag: string): void {
  // A link is underlined without saying so.
  if (tag === 'u' && element.closest('a, :has(> a:only-child)')) return
  const wrapper = element.ownerDocument.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}
