import type { JSONContent } from '@tiptap/core'
import { fromPlainText } from '../../../rich-text/index.ts'

/** A tree, or plain text as paragraphs. */
export function contentOf(text: string): JSONContent | null {
  if (text === '') return null
  if (!text.startsWith('{')) return fromPlainText(text)
  try {
    return JSON.parse(text) as JSONContent
  } catch {
    return fromPlainText(text)
  }
}

const NODES =
  /^(?:doc|text|paragraph|heading|blockquote|bulletList|orderedList|listItem|codeBlock|horizontalRule|hardBreak|image)$/
const MARKS = /^(?:bold|italic|strike|underline|code|link)$/

/**
 * Checks whether the editor knows everything in the tree; what it does not know it would lose, so such a text stays
 * JSON.
 */
export function canEdit(text: string, own: ReadonlySet<string>): boolean {
  const content = contentOf(text)
  const isKnown = (node: JSONContent): boolean =>
    (NODES.test(node.type ?? '') || own.has(node.type ?? '')) &&
    (node.marks ?? []).every(({ type }) => MARKS.test(type)) &&
    (node.content ?? []).every(isKnown)
  return content === null || isKnown(content)
}
