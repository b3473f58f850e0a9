import type { Node } from 'ts-morph'

/** Place where a node begins, and how much of that line it takes. */
export function spanOf(node: Node): { readonly line: number; readonly column: number; readonly length: number } {
  const { line, column } = node.getSourceFile().getLineAndColumnAtPos(node.getStart())
  const [firstLine = ''] = node.getText().split(/\r?\n/)
  return { line, column, length: firstLine.length }
}
