import type { AnyNodes, RichText, RichTextNode } from './document.ts'
import type { NodeRenderers } from './render.ts'

export interface TextOptions<Own extends object = AnyNodes> {
  /**
   * Functions that return the text of a node, by type, for custom nodes or to override built-in nodes:
   * `{ video: ({ node }) => node.attrs.title }`.
   */
  readonly nodes?: NodeRenderers<string, Own>
}

/**
 * Renders rich text as plain text, including captions: blocks are separated by empty lines, items and rows by line
 * breaks, cells by tabs.
 */
export function toText<Own extends object = AnyNodes>(
  document: RichText<Own> | readonly RichTextNode[] | null | undefined,
  { nodes = {} }: TextOptions<Own> = {},
): string {
  const renderers = nodes as { readonly [type: string]: (part: object) => string } // by type
  const wordsOf = (node: RichTextNode): string => {
    const renderer = Object.hasOwn(renderers, node.type) ? renderers[node.type] : undefined
    if (renderer) return renderer({ node, children: inside(node) })
    const below = WORDS_BELOW[node.type]
    if (below !== undefined) return String(node.attrs?.[below] ?? '')
    return node.text ?? (node.type === 'hardBreak' ? '\n' : inside(node))
  }
  const inside = ({ type, content = [] }: RichTextNode): string => {
    const between = SEPARATORS[type] ?? (content.some(isInline) ? '' : '\n\n')
    const parts = content.map(wordsOf)
    return (between === '' ? parts : parts.filter((part) => part !== '')).join(between)
  }
  if (!document) return ''
  return inside({ type: 'doc', content: 'type' in document ? document.content : [...document] })
}

/** Attributes whose text counts as part of the document's text, by type of node. */
const WORDS_BELOW: { readonly [type: string]: string } = { image: 'caption', embed: 'title' }

const SEPARATORS: { readonly [type: string]: string } = {
  bulletList: '\n',
  orderedList: '\n',
  listItem: '\n',
  table: '\n',
  tableRow: '\t',
  tableHeader: ' ',
  tableCell: ' ',
}

function isInline({ type }: RichTextNode): boolean {
  return type === 'text' || type === 'hardBreak'
}

/** Returns the number of characters of the text in rich text or a node. */
export function textLength({ text, content = [] }: Pick<RichTextNode, 'text' | 'content'>): number {
  return (text?.length ?? 0) + content.reduce((sum, child) => sum + textLength(child), 0)
}
