import type { Editor, JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { unwrapped } from './own-nodes.ts'
import { isPasted } from './paste/pictures.ts'

/**
 * Keeps the text of an input up to date with an editor. The tree is written only when somebody reads the form, so a key
 * costs the same however long the text is; the form says when it is read (https://html.spec.whatwg.org/#event-formdata).
 */
export function storeIn(input: HTMLTextAreaElement, editor: Editor, own: ReadonlySet<string>): void {
  const { form } = input
  const write = treeWriter(own)
  let isCurrent = true
  const store = (): void => {
    if (isCurrent || editor.isDestroyed) return
    input.value = write(editor.state.doc)
    isCurrent = true
  }
  const fill = ({ formData }: FormDataEvent): void => {
    if (isCurrent || !formData.has(input.name)) return
    store()
    formData.set(input.name, input.value)
  }
  editor.on('update', ({ transaction }) => {
    isCurrent = false
    // The editor itself adds the paragraph at the end, where writing goes on.
    if (!transaction.docChanged) return
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  editor.on('blur', () => {
    store()
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  editor.on('destroy', () => form?.removeEventListener('formdata', fill))
  form?.addEventListener('formdata', fill)
}

/** Writes trees as JSON; blocks are values, and those that nobody wrote in are not written again. */
function treeWriter(own: ReadonlySet<string>): (doc: Node) => string {
  const written = new WeakMap<Node, string>()
  const textOf = (block: Node): string => {
    const known = written.get(block)
    if (known !== undefined) return known
    const text = JSON.stringify(unwrapped(withoutPasted(block.toJSON()), own))
    written.set(block, text)
    return text
  }
  return (doc) => (isBlank(doc) ? '' : `{"type":"doc","content":[${doc.children.map(textOf).join(',')}]}`)
}

/** A block without pictures that wait for their upload: an empty paragraph stands for each, and the text is stored again. */
function withoutPasted(block: JSONContent): JSONContent {
  if (block.type === 'image' && isPasted(block.attrs?.src)) return { type: 'paragraph' }
  return block.content ? { ...block, content: block.content.map(withoutPasted) } : block
}

/** Tells whether a text is one paragraph without anything; any other node counts, though it be empty. */
function isBlank({ childCount, firstChild }: Node): boolean {
  return childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0
}
