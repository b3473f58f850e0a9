import type { JSONContent } from '@tiptap/core'
import { isKept } from './kept.ts'
import { askAboutNode, type NodeForms, type NodeValues } from './node-dialog.ts'
import type { OwnNode } from './own-node.ts'
import type { Tool } from './tool.ts'

export function ownNodesOf({ dataset }: HTMLElement): readonly OwnNode[] {
  return JSON.parse(dataset.nodes ?? '[]') as OwnNode[] // as the widget wrote it
}

/**
 * Converts a tree for the editor: all attributes of a custom node become a single one, so that the editor preserves
 * them.
 */
export function wrapped(node: JSONContent, customTypes: ReadonlySet<string>): JSONContent {
  const attrs = customTypes.has(node.type ?? '') ? { values: node.attrs ?? {} } : node.attrs
  return {
    ...node,
    ...(attrs && { attrs }),
    ...(node.content && { content: node.content.map((child) => wrapped(child, customTypes)) }),
  }
}

/** Converts a tree of the editor for storage, without empty attributes. */
export function unwrapped(node: JSONContent, customTypes: ReadonlySet<string>): JSONContent {
  if (isKept(node)) return node.attrs?.values
  const { attrs: all, ...rest } = node
  const attrs = customTypes.has(node.type ?? '') ? all?.values : telling(all)
  return {
    ...rest,
    ...(attrs && { attrs }),
    ...(rest.marks && { marks: rest.marks.map(storedMark) }),
    ...(node.content && { content: node.content.map((child) => unwrapped(child, customTypes)) }),
  }
}

/** Converts a mark for storage. A link contains an address or a document. */
function storedMark({ attrs: all, ...mark }: Mark): Mark {
  if (mark.type !== 'link' || !all) return all ? { ...mark, attrs: all } : mark
  const { collection, documentId, href, ...attrs } = all
  return { ...mark, attrs: documentId === null ? { href, ...attrs } : { collection, documentId, ...attrs } }
}

type Mark = NonNullable<JSONContent['marks']>[number]

function telling(attrs: JSONContent['attrs']): JSONContent['attrs'] {
  const kept = Object.entries(attrs ?? {}).filter(
    ([name, value]) => value !== null && !((name === 'colspan' || name === 'rowspan') && value === 1),
  )
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Returns tools that insert custom nodes. A node with required attributes asks for them first. */
export function ownNodeTools(nodes: readonly OwnNode[], forms: NodeForms | null): readonly Tool[] {
  return nodes
    .filter(({ isInsertable }) => isInsertable || forms)
    .map(({ type, label, content, isInsertable }) => ({
      label,
      icon: 'puzzle',
      run: (editor) => {
        const inside = content === 'blocks' ? { content: [{ type: 'paragraph' }] } : {}
        const insert = (values: NodeValues): void =>
          void editor
            .chain()
            .focus()
            .insertContent({ type, attrs: { values }, ...inside })
            .run()
        if (isInsertable || !forms) insert({})
        else void askAboutNode(forms, type, {}, insert, () => editor.commands.focus())
      },
    }))
}
