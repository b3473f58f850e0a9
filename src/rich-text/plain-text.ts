import type { RichText, RichTextNode } from './document.ts'

/** Converts plain text to rich text. Empty lines separate paragraphs; other line ends become line breaks. */
export function fromPlainText(text: string): RichText<Record<never, never>> {
  const paragraphs = text.split(/\r?\n[ \t]*\r?\n/).filter((paragraph) => paragraph.trim() !== '')
  return { type: 'doc', content: paragraphs.map((paragraph) => ({ type: 'paragraph', content: lines(paragraph) })) }
}

function lines(paragraph: string): RichTextNode[] {
  return paragraph
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .flatMap((line, index): RichTextNode[] =>
      index === 0 ? [{ type: 'text', text: line }] : [{ type: 'hardBreak' }, { type: 'text', text: line }],
    )
}
