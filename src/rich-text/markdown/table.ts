import type { RichTextNode } from '../document.ts'
import { toHtml } from '../html.ts'
import type { RenderOptions } from '../render.ts'
import { withKeptEdges } from './escape.ts'
import { inlineOf } from './inline.ts'

/** Prints a GFM table. A table with merged cells, or with blocks in its cells, is printed as HTML on a single line. */
export function tableOf(node: RichTextNode, options: RenderOptions<string>): string {
  const [head, ...rows] = node.content ?? []
  if (!head) return ''
  const columns = cellsOf(head).map(alignOf)
  if (!isPlain(head, 'tableHeader', columns) || !rows.every((row) => isPlain(row, 'tableCell', columns))) {
    return toHtml([node], options).replaceAll('\n', '&#10;')
  }
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const written = (row: RichTextNode) => line(cellsOf(row).map((cell) => wordsOf(cell, options)))
  return [written(head), line(columns.map((align) => RULES[align] ?? '---')), ...rows.map(written)].join('\n')
}

const RULES: { readonly [align: string]: string } = { left: ':---', center: ':---:', right: '---:' }

function cellsOf({ content = [] }: RichTextNode): readonly RichTextNode[] {
  return content
}

const alignOf = ({ attrs }: RichTextNode): string => String(attrs?.align ?? '')

/**
 * Tells whether GFM can express a row: its cells must have the expected type and the alignments of their columns, span
 * one column and row, and contain at most one paragraph.
 */
function isPlain({ content = [] }: RichTextNode, type: string, columns: readonly string[]): boolean {
  return (
    content.length === columns.length &&
    content.every((cell, index) => isPlainCell(cell, type) && alignOf(cell) === columns[index])
  )
}

function isPlainCell({ type, attrs = {}, content = [] }: RichTextNode, expectedType: string): boolean {
  const isOne = (attrs.colspan ?? 1) === 1 && (attrs.rowspan ?? 1) === 1
  return type === expectedType && isOne && content.length <= 1 && content.every((block) => block.type === 'paragraph')
}

function wordsOf({ content = [] }: RichTextNode, options: RenderOptions<string>): string {
  return withKeptEdges(inlineOf(content[0]?.content ?? [], options, '<br>'))
}
