import { readStyle } from '../../../../rich-text/parse/style.ts'

const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' } as const
const ALIGNED = /^(?:P|H[1-6]|TD|TH)$/
const BLOCK = /^(?:P|H[1-6]|LI|TD|TH|DIV|TABLE|TR|TBODY|UL|OL|BLOCKQUOTE|PRE|BODY)$/

/**
 * Converts formatting in `style` attributes to elements. The pages' policy removes these attributes before the editor
 * can read them, and other programs put all of their formatting there.
 */
export function styleAsElements(body: HTMLElement): void {
  for (const element of [...body.querySelectorAll<HTMLElement>('[style]')]) {
    const { on, isPlain, align } = readStyle(element.getAttribute('style') ?? '')
    if (align !== null && ALIGNED.test(element.tagName)) element.setAttribute('align', align)
    element.removeAttribute('style')
    if (isPlain && /^(?:B|STRONG)$/.test(element.tagName)) element.replaceWith(...element.childNodes)
    // A block that is completely bold is a heading or a header cell.
    else if (!BLOCK.test(element.tagName)) for (const type of on) if (type !== 'link') wrapInside(element, TAGS[type])
  }
}

function wrapInside(element: HTMLElement, tag: string): void {
  // Links are underlined by default.
  if (tag === 'u' && element.closest('a, :has(> a:only-child)')) return
  const wrapper = element.ownerDocument.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}
