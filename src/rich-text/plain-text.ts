import type { RichText, RichTextNode } from './document.ts'

/** Plain text as a rich text: a paragraph for each run of lines, a line break for each line in it. */
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
