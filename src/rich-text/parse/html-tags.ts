import type { RichTextMark } from '../document.ts'

/** Makes a lookup table by tag without inherited properties, so that `<constructor>` is not found. */
export function byTag<Value>(table: Readonly<Record<string, Value>>): { readonly [tag: string]: Value } {
  return Object.assign(Object.create(null), table)
}

/** Types of marks, by the HTML tag that stands for the mark. */
export const MARKS = byTag<RichTextMark['type']>({
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  cite: 'italic',
  dfn: 'italic',
  var: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  a: 'link',
})

/** Types of containers by tag. */
export const CONTAINERS = byTag<string>({
  blockquote: 'blockquote',
  ul: 'bulletList',
  menu: 'bulletList',
  dir: 'bulletList',
  ol: 'orderedList',
  li: 'listItem',
  table: 'table',
  tr: 'tableRow',
  th: 'tableHeader',
  td: 'tableCell',
})

/** Tags that end a paragraph and have no other effect in rich text. */
export const DIVISIONS: ReadonlySet<string> = new Set(
  (
    'address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form head ' +
    'header hgroup html legend main nav optgroup option search section summary tbody tfoot thead'
  ).split(' '),
)

/** Tags that can be removed without loss if their text is kept. */
export const SILENT: ReadonlySet<string> = new Set(
  (
    'article aside body center col colgroup div figure footer form head header html main nav noscript search section span ' +
    'tbody tfoot thead wbr'
  ).split(' '),
)

/** Tags whose content is not text of the document. */
export const DROPPED: ReadonlySet<string> = new Set(
  (
    'applet audio canvas datalist embed iframe math noembed noframes object script select style svg template textarea ' +
    'title video xmp'
  ).split(' '),
)

/** The tags among `DROPPED` whose address becomes a link. */
export const EMBEDDED: ReadonlySet<string> = new Set(['audio', 'embed', 'iframe', 'object', 'video'])

/** Tags without an end tag. */
export const EMPTY: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

/** Attributes that rich text supports, by tag; `style` is parsed separately. */
export const ATTRIBUTES = byTag<readonly string[]>({
  a: ['href', 'target', 'rel', 'title', 'class', 'data-collection', 'data-document-id'],
  img: ['src', 'alt', 'title', 'width', 'height', 'data-media-id'],
  ol: ['start', 'type'],
  td: ['colspan', 'rowspan', 'align'],
  th: ['colspan', 'rowspan', 'align'],
  pre: ['class'],
  code: ['class'],
  p: ['align'],
  h1: ['align'],
  h2: ['align'],
  h3: ['align'],
  h4: ['align'],
  h5: ['align'],
  h6: ['align'],
  input: ['type', 'checked', 'disabled'],
})
