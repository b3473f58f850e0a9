import { isSafeAddress } from './address.ts'
import type { BuiltInNode, RichTextMark, RichTextNode } from './document.ts'
import { type Embeds, frameOfEmbed } from './embed-frames.ts'
import { type DocumentLink, documentLinkOf } from './links.ts'

/** Attributes of an element by HTML name; those that are `undefined` are absent. */
export interface Attributes {
  readonly [name: string]: string | number | undefined
}

/** An HTML element. If it has an `inner` element, the children go into that element. */
export interface Element {
  readonly tag: string
  readonly attributes: Attributes
  readonly inner?: Element
  /** Text below the `inner` element. */
  readonly caption?: string
}

type Attrs = NonNullable<RichTextNode['attrs']>

/** Tells whether an element has no children, and hence no end tag. */
export function isVoid(tag: string): boolean {
  return /^([bh]r|img)$/.test(tag)
}

const words = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : undefined)

const whole = (value: unknown, least: number) =>
  typeof value === 'number' && value % 1 === 0 && value >= least ? value : undefined

const align = (value: unknown) =>
  /^(left|center|right|justify)$/.test(String(value)) ? `text-align:${value}` : undefined

/** Returns a function that copies attributes whose names are the same in HTML. */
const same =
  (...names: string[]) =>
  (attrs: Attrs): Attributes =>
    Object.fromEntries(names.map((name) => [name, words(attrs[name])]))

const block = ({ textAlign }: Attrs): Attributes => ({ style: align(textAlign) })
const cell = (attrs: Attrs): Attributes => ({
  colspan: whole(attrs.colspan, 2),
  rowspan: whole(attrs.rowspan, 2),
  style: align(attrs.align),
})
const image = same('src', 'alt', 'title', 'width', 'height')
const link = same('href', 'target', 'rel', 'title', 'class')

/**
 * Tag and attributes of each type of node and mark; the tag of a heading is followed by its level. Marks are listed
 * from the outermost to the innermost.
 */
const ELEMENTS: {
  readonly [Type in BuiltInNode | RichTextMark['type']]: readonly [
    tag: string,
    attributes?: (attrs: Attrs) => Attributes,
  ]
} = {
  paragraph: ['p', block],
  heading: ['h', block],
  blockquote: ['blockquote'],
  bulletList: ['ul'],
  orderedList: [
    'ol',
    ({ start, type }) => ({
      start: start === 1 ? undefined : whole(start, 0),
      type: /^[ai]$/i.test(String(type)) ? String(type) : undefined,
    }),
  ],
  listItem: ['li'],
  codeBlock: ['pre'],
  horizontalRule: ['hr'],
  image: ['img', (attrs) => ({ ...image(attrs), alt: words(attrs.alt) ?? '', 'data-media-id': words(attrs.mediaId) })],
  embed: ['iframe'],
  table: ['table'],
  tableRow: ['tr'],
  tableHeader: ['th', cell],
  tableCell: ['td', cell],
  hardBreak: ['br'],
  link: [
    'a',
    (attrs) => ({
      ...link(attrs),
      'data-collection': words(attrs.collection),
      'data-document-id': words(attrs.documentId),
    }),
  ],
  bold: ['strong'],
  italic: ['em'],
  strike: ['s'],
  underline: ['u'],
  code: ['code'],
}

const ORDER = Object.keys(ELEMENTS)

/** Compares marks, the outermost first, so that a link stays one link even if parts of it are formatted. */
export function byRank(a: RichTextMark, b: RichTextMark): number {
  return ORDER.indexOf(a.type) - ORDER.indexOf(b.type)
}

/** Inner elements, which receive the children, by the tag of the outer element. */
const INNER: { readonly [tag: string]: (attrs: Attrs) => Element } = {
  pre: ({ language }) => ({ tag: 'code', attributes: { class: words(language) && `language-${language}` } }),
  table: () => ({ tag: 'tbody', attributes: {} }),
}

/** The element of a node or mark, or the reason why it has none. */
export type Found = Element | 'unknown' | 'unsafe'

/** Returns the address to render for a link or an image; `null` to leave it out. */
export type Resolve = (address: string, of: RichTextNode | RichTextMark) => string | null

/**
 * Returns the address of the document that a link leads to; `null` to render only the link's text. `href` is the
 * address that `populate` added, or `null`.
 */
export type LinkTo = (to: DocumentLink & { readonly href: string | null }) => string | null

/** Options that determine the addresses of links, images and embeds. */
export interface Addresses {
  readonly resolve?: Resolve | undefined
  readonly link?: LinkTo | undefined
  readonly embeds?: Embeds | undefined
}

/** Returns the element of a built-in node or mark. */
export function elementOf(of: RichTextNode | RichTextMark, { resolve, link: linkTo, embeds }: Addresses = {}): Found {
  if (!Object.hasOwn(ELEMENTS, of.type)) return 'unknown'
  const { type, attrs = {} } = of
  if (type === 'embed') {
    const attributes = frameOfEmbed(attrs, embeds)
    return attributes ? { tag: 'iframe', attributes } : 'unknown'
  }
  const [name, attributesOf] = ELEMENTS[type as keyof typeof ELEMENTS] // checked above
  const tag = type === 'heading' ? name + Math.min(whole(attrs.level, 1) ?? 1, 6) : name
  const inner = INNER[tag]?.(attrs)
  const found = { tag, attributes: attributesOf?.(attrs) ?? {}, ...(inner && { inner }) }
  const key = type === 'link' ? 'href' : 'src'
  if (type !== 'link' && type !== 'image') return found
  const to = documentLinkOf(of)
  const source = found.attributes[key]?.toString() ?? null
  const stored = to && linkTo ? linkTo({ ...to, href: source }) : source
  const address = stored !== null && resolve && !(to && linkTo) ? resolve(stored, of) : stored
  if (!isSafeAddress(address)) return 'unsafe'
  const shown = { ...found, attributes: { ...found.attributes, [key]: address } }
  const caption = type === 'image' && words(attrs.caption)
  return caption ? { tag: 'figure', attributes: {}, inner: shown, caption: String(caption) } : shown
}
