import type { JSONContent } from '@tiptap/core'
import { fromPlainText } from '../../../rich-text/index.ts'

/** Parses a tree, or plain text as paragraphs; `null` if the text is empty. */
export function contentOf(text: string): JSONContent | null {
  if (text === '') return null
  if (!text.startsWith('{')) return fromPlainText(text)
  try {
    return JSON.parse(text) as JSONContent
  } catch {
    return fromPlainText(text)
  }
}
