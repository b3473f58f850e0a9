import { Editor, type JSONContent } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { createToolbar } from './toolbar.ts'

/** Puts an editor in place of the textarea in `host`, and keeps the tree in the textarea as JSON. */
export function startRichText(host: HTMLElement): void {
  const input = host.querySelector('textarea')
  if (!input || !canEdit(input.value)) return
  const surface = document.createElement('div')
  const editor = new Editor({
    element: surface,
    extensions: [StarterKit.configure({ link: { openOnClick: false, protocols: ['mailto', 'tel'] } })],
    content: contentOf(input.value),
    // The policy of the pages lets in no style of its own; it is part of the style sheet.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'rich-text min-h-40 px-3 py-2 outline-none',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': host.dataset.label ?? '',
        'aria-describedby': host.dataset.note ?? '',
      },
    },
    onUpdate: () => {
      input.value = editor.isEmpty ? '' : JSON.stringify(editor.getJSON())
      input.dispatchEvent(new Event('input', { bubbles: true }))
    },
  })
  input.hidden = true
  const frame = document.createElement('div')
  frame.className = 'rounded-md border border-input bg-transparent focus-within:ring-2 focus-within:ring-ring/50'
  frame.append(createToolbar(editor), surface)
  host.append(frame)
  const label = document.querySelector<HTMLElement>(`label[for="${input.id}"]`)
  label?.addEventListener('click', () => editor.commands.focus())
}

/** A tree, or plain text as paragraphs. */
function contentOf(text: string): JSONContent | null {
  if (text === '') return null
  if (text.startsWith('{')) {
    try {
      return JSON.parse(text) as JSONContent
    } catch {
      return asParagraphs(text)
    }
  }
  return asParagraphs(text)
}

function asParagraphs(text: string): JSONContent {
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  return {
    type: 'doc',
    content: paragraphs.map((part) => ({ type: 'paragraph', content: [{ type: 'text', text: part }] })),
  }
}

const NODES =
  /^(?:doc|text|paragraph|heading|blockquote|bulletList|orderedList|listItem|codeBlock|horizontalRule|hardBreak)$/

/** Whether the editor knows everything in the tree; what it does not know it would lose, so such a text stays JSON. */
function canEdit(text: string): boolean {
  const content = contentOf(text)
  const isKnown = (node: JSONContent): boolean => NODES.test(node.type ?? '') && (node.content ?? []).every(isKnown)
  return content === null || isKnown(content)
}
