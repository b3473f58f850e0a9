import { isSafeAddress } from './address.ts'
import type { BuiltInNode, RichTextMark, RichTextNode } from './document.ts'

/** Attributes of an element as HTML names them; what is `undefined` is not there. */
export interface Attributes {
  readonly [name: string]: string | number | undefined
}

/** An element of HTML, and the one inside it that takes the children. */
export interface Element {
  readonly tag: string
  readonly attributes: Attributes
  readonly inner?: Element
}

type Attrs = NonNullable<RichTextNode['attrs']>

/** Elements without children. */
export const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

const element = (tag: string, attributes: Attributes = {}, inner?: Element): Element => ({
  tag,
  attributes,
  ...(inner && { inner }),
})

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : undefined)

const whole = (value: unknown, least: number) =>
  Number.isInteger(value) && (value as number) >= least ? (value as number) : undefined

const aligned = (value: unknown) =>
  typeof value === 'string' && /^(?:left|center|right|justify)$/.test(value) ? `text-align:${value}` : undefined

const cell =
  (tag: string) =>
  ({ colspan, rowspan, align }: Attrs): Element =>
    element(tag, { colspan: whole(colspan, 2), rowspan: whole(rowspan, 2), style: aligned(align) })

/** The element of each type of node, made of nothing but the attributes that it has in HTML. */
const NODES: { readonly [Type in BuiltInNode]: (attrs: Attrs) => Element } = {
  paragraph: ({ textAlign }) => element('p', { style: aligned(textAlign) }),
  heading: ({ level, textAlign }) => element(`h${Math.min(whole(level, 1) ?? 1, 6)}`, { style: aligned(textAlign) }),
  blockquote: () => element('blockquote'),
  bulletList: () => element('ul'),
  orderedList: ({ start, type }) =>
    element('ol', {
      start: start === 1 ? undefined : whole(start, 0),
      type: /^[aAiI]$/.test(String(type)) ? String(type) : undefined,
    }),
  listItem: () => element('li'),
  codeBlock: ({ language }) =>
    element('pre', {}, element('code', { class: language ? `language-${text(language)}` : undefined })),
  horizontalRule: () => element('hr'),
  image: ({ src, alt, title, width, height, mediaId }) =>
    element('img', {
      src: text(src),
      alt: text(alt) ?? '',
      title: text(title),
      width: text(width),
      height: text(height),
      'data-media-id': text(mediaId),
    }),
  table: () => element('table', {}, element('tbody')),
  tableRow: () => element('tr'),
  tableHeader: cell('th'),
  tableCell: cell('td'),
  hardBreak: () => element('br'),
}

const MARKS: { readonly [Type in RichTextMark['type']]: (attrs: Attrs) => Element } = {
  bold: () => element('strong'),
  italic: () => element('em'),
  underline: () => element('u'),
  strike: () => element('s'),
  code: () => element('code'),
  link: ({ href, target, rel, title, class: name }) =>
    element('a', { href: text(href), target: text(target), rel: text(rel), title: text(title), class: text(name) }),
}

/** What becomes of a node or mark: an element, or why it has none. */
export type Found = Element | 'unknown' | 'unsafe'

/** Turns an address into the one to show; `null` where there is none. */
export type Resolve = (address: string, of: RichTextNode | RichTextMark) => string | null

/** The element of a node or mark that every rich text may have. */
export function elementOf(of: RichTextNode | RichTextMark, resolve: Resolve = (address) => address): Found {
  const table: { readonly [type: string]: (attrs: Attrs) => Element } = { ...MARKS, ...NODES }
  const make = Object.hasOwn(table, of.type) ? table[of.type] : undefined
  if (!make) return 'unknown'
  const found = make(of.attrs ?? {})
  const name = of.type === 'link' ? 'href' : of.type === 'image' ? 'src' : undefined
  if (name === undefined) return found
  const address = resolve(String(found.attributes[name] ?? ''), of)
  return isSafeAddress(address) ? { ...found, attributes: { ...found.attributes, [name]: address } } : 'unsafe'
}
