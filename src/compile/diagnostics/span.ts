import type { Node } from 'ts-morph'

/** Returns where a node begins, and its length on that line. */
export function spanOf(node: Node): { readonly line: number; readonly column: number; readonly length: number } {
  const { line, column } = node.getSourceFile().getLineAndColumnAtPos(node.getStart())
  const [firstLine = ''] = node.getText().split(/\r?\n/)
  return { line, column, length: firstLine.length }
}
