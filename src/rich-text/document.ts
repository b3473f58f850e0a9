/** Anything JSON can say. */
export type RichTextValue =
  | string
  | number
  | boolean
  | null
  | readonly RichTextValue[]
  | { readonly [name: string]: RichTextValue }

/** Formatting of a run of text. */
export type RichTextMark = {
  type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'link'
  attrs?: { [name: string]: string | number | boolean | null }
}

/** A part of a rich text: the node shape of ProseMirror and TipTap, which editors everywhere read and write. */
export type RichTextNode = {
  type: string
  attrs?: { [name: string]: RichTextValue }
  marks?: RichTextMark[]
  text?: string
  content?: RichTextNode[]
}

/** Nodes that a field declares by itself, each with its attributes. */
export interface AnyNodes {
  readonly [type: string]: { readonly [name: string]: RichTextValue }
}

/**
 * A rich text: a tree of blocks, never HTML.
 * @typeParam Own the nodes that its field declares, by type: `{ callout: { tone: 'note' | 'warning' | null } }`
 */
export type RichText<Own extends object = AnyNodes> = {
  type: 'doc'
  content: RichTextNode[]
  /** Exists for types only: from it renderers know the attributes of own nodes. */
  readonly own?: Partial<Own>
}

/** Types of node that every rich text may have. */
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
