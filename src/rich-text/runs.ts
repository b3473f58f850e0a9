import type { RichTextMark, RichTextNode } from './document.ts'
import { byRank } from './elements.ts'

/** Neighbours under one mark; without a mark a single node, all of whose marks are around it already. */
export type Run =
  | { readonly mark: RichTextMark; readonly nodes: readonly RichTextNode[] }
  | { readonly mark?: undefined; readonly node: RichTextNode }

interface Open {
  readonly mark: RichTextMark
  readonly key: string
  readonly nodes: RichTextNode[]
}

/**
 * Neighbours that share their mark at this level, together, so that a link with a bold word in it is one link.
 * @param level how many marks are around the nodes already
 */
export function runsOf(nodes: readonly RichTextNode[], level: number): Run[] {
  const runs: Run[] = []
  let open: Open | undefined
  for (const node of nodes) {
    const mark = marksOf(node)[level]
    const key = JSON.stringify(mark)
    if (mark && open?.key === key) {
      open.nodes.push(node)
      continue
    }
    open = mark ? { mark, key, nodes: [node] } : undefined
    runs.push(open ?? { node })
  }
  return runs
}

function marksOf({ marks = [] }: RichTextNode): readonly RichTextMark[] {
  return marks.length < 2 ? marks : [...marks].sort(byRank)
}
