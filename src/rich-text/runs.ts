import type { RichTextMark, RichTextNode } from './document.ts'
import { byRank } from './elements.ts'

/** Adjacent nodes with the same mark, or a single node whose marks have all been rendered around it. */
export type Run =
  | { readonly mark: RichTextMark; readonly nodes: readonly RichTextNode[] }
  | { readonly mark?: undefined; readonly node: RichTextNode }

interface Open {
  readonly mark: RichTextMark
  readonly key: string
  readonly nodes: RichTextNode[]
}

/**
 * Groups adjacent nodes that share their mark at this level, so that a link with a bold word in it is one link.
 * @param level number of marks that have been rendered around the nodes
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
