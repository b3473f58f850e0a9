import type { Editor } from '@tiptap/core'

interface Tool {
  readonly sign: string
  readonly label: string
  readonly run: (editor: Editor) => void
  readonly isOn?: (editor: Editor) => boolean
}

const TOOLS: readonly Tool[] = [
  { sign: 'B', label: 'Bold', run: (e) => e.chain().focus().toggleBold().run(), isOn: (e) => e.isActive('bold') },
  { sign: 'I', label: 'Italic', run: (e) => e.chain().focus().toggleItalic().run(), isOn: (e) => e.isActive('italic') },
  { sign: '<>', label: 'Code', run: (e) => e.chain().focus().toggleCode().run(), isOn: (e) => e.isActive('code') },
  {
    sign: 'H2',
    label: 'Heading',
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (e) => e.isActive('heading', { level: 2 }),
  },
  {
    sign: 'H3',
    label: 'Smaller heading',
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (e) => e.isActive('heading', { level: 3 }),
  },
  {
    sign: '•',
    label: 'List',
    run: (e) => e.chain().focus().toggleBulletList().run(),
    isOn: (e) => e.isActive('bulletList'),
  },
  {
    sign: '1.',
    label: 'Numbered list',
    run: (e) => e.chain().focus().toggleOrderedList().run(),
    isOn: (e) => e.isActive('orderedList'),
  },
  {
    sign: '“',
    label: 'Quotation',
    run: (e) => e.chain().focus().toggleBlockquote().run(),
    isOn: (e) => e.isActive('blockquote'),
  },
  {
    sign: '{}',
    label: 'Code block',
    run: (e) => e.chain().focus().toggleCodeBlock().run(),
    isOn: (e) => e.isActive('codeBlock'),
  },
  { sign: '―', label: 'Line', run: (e) => e.chain().focus().setHorizontalRule().run() },
  { sign: '↗', label: 'Link', run: setLink, isOn: (e) => e.isActive('link') },
  { sign: '↶', label: 'Undo', run: (e) => e.chain().focus().undo().run() },
  { sign: '↷', label: 'Redo', run: (e) => e.chain().focus().redo().run() },
]

/** The buttons above an editor; what is on where the cursor stands is pressed. */
export function createToolbar(editor: Editor): HTMLElement {
  const bar = document.createElement('div')
  bar.className = 'flex flex-wrap gap-0.5 border-b p-1'
  bar.setAttribute('role', 'toolbar')
  bar.setAttribute('aria-label', 'Formatting')
  const buttons = TOOLS.map((tool) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'btn font-mono aria-pressed:bg-accent'
    button.dataset.variant = 'ghost'
    button.dataset.size = 'icon-sm'
    button.textContent = tool.sign
    button.title = tool.label
    button.setAttribute('aria-label', tool.label)
    button.addEventListener('mousedown', (event) => event.preventDefault()) // the text keeps the focus and its selection
    button.addEventListener('click', () => tool.run(editor))
    bar.append(button)
    return { tool, button }
  })
  const show = (): void => {
    for (const { tool, button } of buttons) {
      if (tool.isOn) button.setAttribute('aria-pressed', String(tool.isOn(editor)))
    }
  }
  editor.on('transaction', show)
  show()
  return bar
}

function setLink(editor: Editor): void {
  const current = editor.getAttributes('link').href
  const address = window.prompt(
    'Address of the link, empty for none',
    typeof current === 'string' ? current : 'https://',
  )
  if (address === null) return
  if (address === '') editor.chain().focus().unsetLink().run()
  else editor.chain().focus().extendMarkRange('link').setLink({ href: address }).run()
}
