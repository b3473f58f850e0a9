import type { AnyNodes, RichText, RichTextNode } from '../document.ts'
import type { RenderOptions } from '../render.ts'
import { blocksOf } from './blocks.ts'

export type MarkdownOptions<Own extends object = AnyNodes> = RenderOptions<string, Own>

/**
 * Renders rich text as Markdown: CommonMark with the tables and strikethrough of GFM. Some things that Markdown lacks
 * are written as HTML: underlined text, pictures with captions, tables with merged cells. Alignment outside tables,
 * the size of pictures without captions, and attributes of links other than address and title are lost.
 */
export function toMarkdown<Own extends object = AnyNodes>(
  document: RichText<Own> | readonly RichTextNode[] | null | undefined,
  options: MarkdownOptions<Own> = {},
): string {
  if (!document) return ''
  const text = blocksOf('type' in document ? document.content : document, options as RenderOptions<string>)
  return text === '' ? '' : `${text}\n`
}
