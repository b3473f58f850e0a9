import type { JSONContent } from '@tiptap/core'
import { Fragment, type NodeType, type Schema } from '@tiptap/pm/model'
import type { OwnNode } from './own-node.ts'

/** Type of node that stands for a part of the text that the editor cannot show; `values` is that part, unchanged. */
const KEPT = 'kept'
const KEPT_INLINE = 'keptInline'

/**
 * Returns nodes for parts that the editor cannot show: a box with the type of the node, which can be moved and removed.
 */
export function keptNodes(label: string): readonly OwnNode[] {
  const common = { label, content: 'none', isInsertable: false, isEditable: false, shows: 'type' } as const
  return [
    { ...common, type: KEPT, inline: false },
    { ...common, type: KEPT_INLINE, inline: true },
  ]
}

export function isKept({ type }: JSONContent): boolean {
  return type === KEPT || type === KEPT_INLINE
}

/** Returns a document with boxes in place of everything that does not fit the schema. */
export function fitted(document: JSONContent, schema: Schema): JSONContent {
  const content = document.content?.length ? document.content : [{ type: 'paragraph' }]
  return (
    fittedNode({ ...document, content }, schema) ?? { ...document, content: content.map((node) => boxed(node, KEPT)) }
  )
}

function boxed(node: JSONContent, type: string): JSONContent {
  return { type, attrs: { values: node } }
}

/**
 * Returns a node that fits the schema, in which children that do not fit are replaced by boxes that preserve them;
 * `null` if the node itself must become a box.
 */
function fittedNode(node: JSONContent, schema: Schema): JSONContent | null {
  const type = schema.nodes[node.type ?? '']
  if (!type) return null
  if (type.isText) return hasKnownMarks(node, schema) ? node : null
  const box = type.inlineContent ? KEPT_INLINE : KEPT
  const children = node.content?.filter(({ text }) => text !== '') ?? []
  const content = children.map((child) => {
    const fit = fittedNode(child, schema)
    const inner = schema.nodes[fit?.type ?? '']
    return fit && inner && canHold(type, inner) ? fit : boxed(child, box)
  })
  try {
    if (!type.validContent(Fragment.fromJSON(schema, content))) return null
  } catch {
    return null
  }
  return node.content ? { ...node, content } : node
}

/** Tells whether a node allows a type of child, as its first child or after a default one. */
function canHold({ contentMatch }: NodeType, inner: NodeType): boolean {
  const first = contentMatch.defaultType
  return [contentMatch, first && contentMatch.matchType(first)].some((match) => match?.matchType(inner))
}

function hasKnownMarks({ text, marks = [] }: JSONContent, schema: Schema): boolean {
  return text !== undefined && marks.every(({ type }) => schema.marks[type] !== undefined)
}
