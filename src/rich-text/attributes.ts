import type { RichText, RichTextMark, RichTextNode } from './document.ts'

/** Most columns or rows that a cell spans; browsers take 1000 columns, and an editor keeps a place for each. */
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

/** Characters that would end an attribute of HTML or begin a tag, for a renderer that does not escape. */
const TOKEN = `[^\\s"'<>\`\\u0000-\\u001f]`

/** Rules of what an attribute may hold, by the kind of its value. */
const RULES = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  level: whole(1, 6),
  alignment: matching(/^(?:left|center|right|justify)$/),
  /** The first number of a list: as many digits as Markdown has. */
  number: whole(-999_999_999, 999_999_999),
  numbering: matching(/^[1aAiI]$/),
  span: whole(1, MAX_SPAN),
  pixels: (value) => whole(0, 99_999)(value) || matching(/^\d{1,5}$/)(value),
  /** One word, or none. */
  word: matching(new RegExp(`^${TOKEN}{0,100}$`)),
  /** Words with spaces between. */
  words: matching(new RegExp(`^(?:${TOKEN}| )*$`)),
  /** A keyword such as `_blank`, or the name of a frame. */
  frame: matching(/^[\w-]{0,64}$/),
  collection: matching(/^[a-z][a-z0-9_]{0,39}$/),
  document: matching(/^[\w-]{1,64}$/),
} as const satisfies { readonly [kind: string]: Rule }

/** The kind of an attribute's value. */
export type AttributeKind = keyof typeof RULES

type Kinds = { readonly [attribute: string]: AttributeKind }

const CELL: Kinds = { colspan: 'span', rowspan: 'span', align: 'alignment' }

/**
 * The attributes of each type of node and mark that every rich text may have, with the kind of their values: those of TipTap's
 * own extensions, `mediaId` of an item of the library, and the document of a link. Addresses have a rule of their own.
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

/** The kind of an attribute; `null` where the type of node or mark has none of this name. */
export function attributeKind(type: string, name: string): AttributeKind | null {
  const kinds = Object.hasOwn(ATTRIBUTES, type) ? ATTRIBUTES[type] : undefined
  return (kinds && Object.hasOwn(kinds, name) && kinds[name]) || null
}

/** Tells whether a node or mark may have this attribute with this value. `null` is none. */
export function isAttribute(type: string, name: string, value: unknown): boolean {
  const kind = attributeKind(type, name)
  return value === null || (kind !== null && RULES[kind](value))
}

/** The attributes of a node or mark that it may have, as they are; the others are told. */
export function usualAttributes<Attrs extends NonNullable<(RichTextNode | RichTextMark)['attrs']>>(
  type: string,
  attrs: Attrs,
  told: (name: string, value: unknown) => void = () => {},
): Attrs {
  const entries = Object.entries(attrs)
  const kept = entries.filter(([name, value]) => isAttribute(type, name, value))
  if (kept.length === entries.length) return attrs
  for (const [name, value] of entries) if (!isAttribute(type, name, value)) told(name, value)
  return Object.fromEntries(kept) as Attrs // some of them
}

/** A text whose built-in nodes and marks have attributes that a field takes; the others are told. */
export function withUsualAttributes(document: RichText, told: (what: string, value: unknown) => void): RichText {
  const usual = <Part extends RichTextNode | RichTextMark>(part: Part): Part => {
    if (!part.attrs || !Object.hasOwn(ATTRIBUTES, part.type)) return part
    const attrs = usualAttributes(part.type, part.attrs, (name, value) => told(`${name} of ${part.type}`, value))
    return attrs === part.attrs ? part : { ...part, attrs }
  }
  const visit = (node: RichTextNode): RichTextNode => ({
    ...usual(node),
    ...(node.content && { content: node.content.map(visit) }),
    ...(node.marks && { marks: node.marks.map(usual) }),
  })
  return { ...document, content: document.content.map(visit) }
}
