/** Any JSON value. */
export type RichTextValue =
  | string
  | number
  | boolean
  | null
  | readonly RichTextValue[]
  | { readonly [name: string]: RichTextValue }

/** Formatting of a range of text. */
export type RichTextMark = {
  type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'link'
  attrs?: { [name: string]: string | number | boolean | null }
}

/** Node of rich text, in the format of ProseMirror and TipTap, which many editors read and write. */
export type RichTextNode = {
  type: string
  attrs?: { [name: string]: RichTextValue }
  marks?: RichTextMark[]
  text?: string
  content?: RichTextNode[]
}

/** Custom nodes of a field, each with its attributes. */
export interface AnyNodes {
  readonly [type: string]: { readonly [name: string]: RichTextValue }
}

/**
 * Rich text: a tree of blocks, never HTML.
 * @typeParam Own custom nodes of the field, by type: `{ callout: { tone: 'note' | 'warning' | null } }`
 */
export type RichText<Own extends object = AnyNodes> = {
  type: 'doc'
  content: RichTextNode[]
  /** Never set: renderers infer the attributes of custom nodes from its type. */
  readonly own?: Partial<Own>
}

/** Types of nodes that exist without a declaration. */
export type BuiltInNode =
  | 'paragraph'
  | 'heading'
  | 'blockquote'
  | 'bulletList'
  | 'orderedList'
  | 'listItem'
  | 'codeBlock'
  | 'horizontalRule'
  | 'image'
  | 'embed'
  | 'table'
  | 'tableRow'
  | 'tableHeader'
  | 'tableCell'
  | 'hardBreak'
