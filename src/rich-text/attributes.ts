import type { RichText, RichTextMark, RichTextNode } from './document.ts'

/**
 * Maximum number of columns or rows that a cell spans. Browsers allow 1000 columns, and an editor reserves space for
 * each column.
 */
export const MAX_SPAN = 100

type Rule = (value: unknown) => boolean

const whole =
  (least: number, most: number): Rule =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value)

/** Pattern of a character that neither ends an HTML attribute nor begins a tag, for renderers that do not escape. */
const TOKEN = `[^\\s"'<>\`\\u0000-\\u001f]`

/** Rules for attribute values, by kind. */
const RULES = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  level: whole(1, 6),
  alignment: matching(/^(?:left|center|right|justify)$/),
  /** The first number of a numbered list, with at most as many digits as Markdown allows. */
  number: whole(-999_999_999, 999_999_999),
  numbering: matching(/^[1aAiI]$/),
  span: whole(1, MAX_SPAN),
  pixels: (value) => whole(0, 99_999)(value) || matching(/^\d{1,5}$/)(value),
  /** One word, or an empty string. */
  word: matching(new RegExp(`^${TOKEN}{0,100}$`)),
  /** Words separated by spaces. */
  words: matching(new RegExp(`^(?:${TOKEN}| )*$`)),
  /** A keyword such as `_blank`, or the name of a frame. */
  frame: matching(/^[\w-]{0,64}$/),
  collection: matching(/^[a-z][a-z0-9_]{0,39}$/),
  document: matching(/^[\w-]{1,64}$/),
} as const satisfies { readonly [kind: string]: Rule }

/** Kind of an attribute's value. */
export type AttributeKind = keyof typeof RULES

type Kinds = { readonly [attribute: string]: AttributeKind }

const CELL: Kinds = { colspan: 'span', rowspan: 'span', align: 'alignment' }

/**
 * Attributes of built-in nodes and marks, with the kind of their values: those of TipTap's extensions, `mediaId` for an
 * item of the library, and the document of a link. Addresses have a rule of their own.
 */
const ATTRIBUTES: { readonly [type: string]: Kinds } = {
  paragraph: { textAlign: 'alignment' },
  heading: { level: 'level', textAlign: 'alignment' },
  bulletList: { tight: 'flag' },
  orderedList: { start: 'number', type: 'numbering', tight: 'flag' },
  codeBlock: { language: 'word' },
  image: {
    src: 'text',
    alt: 'text',
    title: 'text',
    width: 'pixels',
    height: 'pixels',
    mediaId: 'word',
    caption: 'text',
  },
  tableHeader: CELL,
  tableCell: CELL,
  link: {
    href: 'text',
    target: 'frame',
    rel: 'words',
    title: 'text',
    class: 'words',
    collection: 'collection',
    documentId: 'document',
  },
}

/** Returns the kind of an attribute; `null` if the type of node or mark does not have it. */
export function attributeKind(type: string, name: string): AttributeKind | null {
  const kinds = Object.hasOwn(ATTRIBUTES, type) ? ATTRIBUTES[type] : undefined
  return (kinds && Object.hasOwn(kinds, name) && kinds[name]) || null
}

/** Tells whether a node or mark may have this attribute with this value. `null` counts as absent. */
export function isAttribute(type: string, name: string, value: unknown): boolean {
  const kind = attributeKind(type, name)
  return value === null || (kind !== null && RULES[kind](value))
}

/** Returns the allowed attributes of a node or mark, unchanged, and reports the others. */
export function usualAttributes<Attrs extends NonNullable<(RichTextNode | RichTextMark)['attrs']>>(
  type: string,
  attrs: Attrs,
  report: (name: string, value: unknown) => void = () => {},
): Attrs {
  const entries = Object.entries(attrs)
  const kept = entries.filter(([name, value]) => isAttribute(type, name, value))
  if (kept.length === entries.length) return attrs
  for (const [name, value] of entries) if (!isAttribute(type, name, value)) report(name, value)
  return Object.fromEntries(kept) as Attrs // without the rejected attributes
}

/**
 * Returns a document without the attributes that a field does not allow on built-in nodes and marks, and reports those
 * attributes.
 */
export function withUsualAttributes(document: RichText, report: (what: string, value: unknown) => void): RichText {
  const usual = <Part extends RichTextNode | RichTextMark>(part: Part): Part => {
    if (!part.attrs || !Object.hasOwn(ATTRIBUTES, part.type)) return part
    const attrs = usualAttributes(part.type, part.attrs, (name, value) => report(`${name} of ${part.type}`, value))
    return attrs === part.attrs ? part : { ...part, attrs }
  }
  const visit = (node: RichTextNode): RichTextNode => ({
    ...usual(node),
    ...(node.content && { content: node.content.map(visit) }),
    ...(node.marks && { marks: node.marks.map(usual) }),
  })
  return { ...document, content: document.content.map(visit) }
}
