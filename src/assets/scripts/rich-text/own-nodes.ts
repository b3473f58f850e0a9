import type { JSONContent } from '@tiptap/core'
import { isKept } from './kept.ts'

/** A node that the field declares, as the page describes it in `data-nodes`. */
export interface OwnNode {
  readonly type: string
  readonly label: string
  readonly content: 'blocks' | 'inline' | 'none'
  readonly inline: boolean
  /** Name of the attribute that tells one of them from another. */
  readonly shows: string | null
}

export function ownNodesOf({ dataset }: HTMLElement): readonly OwnNode[] {
  return JSON.parse(dataset.nodes ?? '[]') as OwnNode[] // as the widget wrote it
}

/**
 * A tree as the editor takes it: what an own node holds in its attributes is one attribute there, so that it comes out
 * of the editor as it was.
 */
export function wrapped(node: JSONContent, own: ReadonlySet<string>): JSONContent {
  const attrs = own.has(node.type ?? '') ? { values: node.attrs ?? {} } : node.attrs
  return {
    ...node,
    ...(attrs && { attrs }),
    ...(node.content && { content: node.content.map((child) => wrapped(child, own)) }),
  }
}

/** A tree of the editor as it is stored: without attributes that say nothing. */
export function unwrapped(node: JSONContent, own: ReadonlySet<string>): JSONContent {
  if (isKept(node)) return node.attrs?.values
  const { attrs: all, ...rest } = node
  const attrs = own.has(node.type ?? '') ? all?.values : telling(all)
  return {
    ...rest,
    ...(attrs && { attrs }),
    ...(node.content && { content: node.content.map((child) => unwrapped(child, own)) }),
  }
}

function telling(attrs: JSONContent['attrs']): JSONContent['attrs'] {
  const kept = Object.entries(attrs ?? {}).filter(
    ([name, value]) => value !== null && !((name === 'colspan' || name === 'rowspan') && value === 1),
  )
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
