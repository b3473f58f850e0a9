import type { Editor, JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { unwrapped } from './own-nodes.ts'
import { isPasted } from './paste/pictures.ts'

/**
 * Keeps the text of an input up to date with an editor. The tree is only written when the editor loses the focus or the
 * form is read, which the form announces (https://html.spec.whatwg.org/#event-formdata), so that typing does not become
 * slower with the length of the text.
 */
export function storeIn(input: HTMLTextAreaElement, editor: Editor, customTypes: ReadonlySet<string>): void {
  const { form } = input
  const write = treeWriter(customTypes)
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
    // If this transaction changed nothing, the editor itself has added an empty paragraph at the end.
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

/** Makes a function that writes trees as JSON. Blocks are immutable, so unchanged ones are not written again. */
function treeWriter(customTypes: ReadonlySet<string>): (doc: Node) => string {
  const written = new WeakMap<Node, string>()
  const textOf = (block: Node): string => {
    const known = written.get(block)
    if (known !== undefined) return known
    const text = JSON.stringify(unwrapped(withoutPasted(block.toJSON()), customTypes))
    written.set(block, text)
    return text
  }
  return (doc) => (isBlank(doc) ? '' : `{"type":"doc","content":[${doc.children.map(textOf).join(',')}]}`)
}

/**
 * Returns a block without pictures that have not been uploaded. Empty paragraphs replace them, and the text is stored
 * again afterwards.
 */
function withoutPasted(block: JSONContent): JSONContent {
  if (block.type === 'image' && isPasted(block.attrs?.src)) return { type: 'paragraph' }
  return block.content ? { ...block, content: block.content.map(withoutPasted) } : block
}

/** Tells whether a document is a single empty paragraph. Any other node counts as content, even an empty one. */
function isBlank({ childCount, firstChild }: Node): boolean {
  return childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0
}
