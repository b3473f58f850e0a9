import type { JSONContent } from '@tiptap/core'
import { Fragment, type NodeType, type Schema } from '@tiptap/pm/model'
import type { OwnNode } from './own-node.ts'

/** Stands in the editor for a part of the text that it has no form for; `values` is that part, as it was. */
const KEPT = 'kept'
const KEPT_INLINE = 'keptInline'

/** Nodes for what the editor cannot show as it is: a box with the type of the node, which is moved and removed whole. */
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

/** A document with boxes around what does not fit the schema. */
export function fitted(document: JSONContent, schema: Schema): JSONContent {
  const content = document.content?.length ? document.content : [{ type: 'paragraph' }]
  return (
    fittedNode({ ...document, content }, schema) ?? { ...document, content: content.map((node) => boxed(node, KEPT)) }
  )
}

function boxed(node: JSONContent, type: string): JSONContent {
  return { type, attrs: { values: node } }
}

/** A node as the schema has it, with boxes in it where need be; `null` where it has to be boxed itself. */
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

/** Tells whether a child may stand somewhere in a node: first, or after the first. */
function canHold({ contentMatch }: NodeType, inner: NodeType): boolean {
  const first = contentMatch.defaultType
  return [contentMatch, first && contentMatch.matchType(first)].some((match) => match?.matchType(inner))
}

function hasKnownMarks({ text, marks = [] }: JSONContent, schema: Schema): boolean {
  return text !== undefined && marks.every(({ type }) => schema.marks[type] !== undefined)
}
