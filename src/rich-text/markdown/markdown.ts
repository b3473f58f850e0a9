import type { AnyNodes, RichText, RichTextNode } from '../document.ts'
import type { RenderOptions } from '../render.ts'
import { blocksOf } from './blocks.ts'

export type MarkdownOptions<Own extends object = AnyNodes> = RenderOptions<string, Own>

/**
 * A rich text as Markdown: CommonMark with the tables and strikethrough of GFM. What Markdown cannot say but HTML can is
 * written as HTML in it: underlined text, tables with merged cells. Lost are alignment outside tables, the size of
 * pictures, and what a link has besides address and title.
 */
export function toMarkdown<Own extends object = AnyNodes>(
  document: RichText<Own> | readonly RichTextNode[] | null | undefined,
  options: MarkdownOptions<Own> = {},
): string {
  if (!document) return ''
  const text = blocksOf('type' in document ? document.content : document, options as RenderOptions<string>)
  return text === '' ? '' : `${text}\n`
}
