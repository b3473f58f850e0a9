import type { Editor } from '@tiptap/core'
import type { Translate } from '../behaviours/words.ts'
import { createIcon } from './icon.ts'

interface Tool {
  readonly icon: string
  readonly label: string
  /** As `aria-keyshortcuts` names them; Tiptap's own, but for the link's. */
  readonly keys?: string
  readonly run: (editor: Editor) => void
  readonly isOn?: (editor: Editor) => boolean
}

const TOOLS: readonly Tool[] = [
  {
    icon: 'bold',
    label: 'Bold',
    keys: 'Control+B',
    run: (e) => e.chain().focus().toggleBold().run(),
    isOn: (e) => e.isActive('bold'),
  },
  {
    icon: 'italic',
    label: 'Italic',
    keys: 'Control+I',
    run: (e) => e.chain().focus().toggleItalic().run(),
    isOn: (e) => e.isActive('italic'),
  },
  {
    icon: 'strikethrough',
    label: 'Strikethrough',
    keys: 'Control+Shift+S',
    run: (e) => e.chain().focus().toggleStrike().run(),
    isOn: (e) => e.isActive('strike'),
  },
  {
    icon: 'code',
    label: 'Code',
    keys: 'Control+E',
    run: (e) => e.chain().focus().toggleCode().run(),
    isOn: (e) => e.isActive('code'),
  },
  {
    icon: 'heading-2',
    label: 'Heading',
    keys: 'Control+Alt+2',
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (e) => e.isActive('heading', { level: 2 }),
  },
  {
    icon: 'heading-3',
    label: 'Smaller heading',
    keys: 'Control+Alt+3',
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (e) => e.isActive('heading', { level: 3 }),
  },
  {
    icon: 'list',
    label: 'List',
    keys: 'Control+Shift+8',
    run: (e) => e.chain().focus().toggleBulletList().run(),
    isOn: (e) => e.isActive('bulletList'),
  },
  {
    icon: 'list-ordered',
    label: 'Numbered list',
    keys: 'Control+Shift+7',
    run: (e) => e.chain().focus().toggleOrderedList().run(),
    isOn: (e) => e.isActive('orderedList'),
  },
  {
    icon: 'text-quote',
    label: 'Quotation',
    keys: 'Control+Shift+B',
    run: (e) => e.chain().focus().toggleBlockquote().run(),
    isOn: (e) => e.isActive('blockquote'),
  },
  {
    icon: 'square-code',
    label: 'Code block',
    keys: 'Control+Alt+C',
    run: (e) => e.chain().focus().toggleCodeBlock().run(),
    isOn: (e) => e.isActive('codeBlock'),
  },
  { icon: 'minus', label: 'Dividing line', run: (e) => e.chain().focus().setHorizontalRule().run() },
]

const HISTORY: readonly Tool[] = [
  { icon: 'undo-2', label: 'Undo', keys: 'Control+Z', run: (e) => e.chain().focus().undo().run() },
  { icon: 'redo-2', label: 'Redo', keys: 'Control+Shift+Z', run: (e) => e.chain().focus().redo().run() },
]

export interface ToolbarOptions {
  readonly say: Translate
  /** Asks for the address of a link. */
  readonly askForLink: () => void
  /** Asks for a file; `null` where there is no media library. */
  readonly askForImage: (() => void) | null
}

/**
 * The buttons above an editor; what is on where the cursor stands is pressed. One stop of the Tab key: arrow keys go from
 * button to button.
 */
export function createToolbar(
  editor: Editor,
  { say: translate, askForLink, askForImage }: ToolbarOptions,
): HTMLElement {
  const tools: readonly Tool[] = [
    ...TOOLS,
    { icon: 'link', label: 'Link', keys: 'Control+K', run: askForLink, isOn: (e) => e.isActive('link') },
    ...(askForImage ? [{ icon: 'image', label: 'Image', run: askForImage }] : []),
    ...HISTORY,
  ]
  const bar = document.createElement('div')
  bar.className = 'flex flex-wrap gap-0.5 border-b p-1'
  bar.setAttribute('role', 'toolbar')
  bar.setAttribute('aria-label', translate('Formatting'))
  const buttons = tools.map((tool, index) => {
    const button = createButton(tool, translate)
    button.tabIndex = index === 0 ? 0 : -1
    button.addEventListener('click', () => tool.run(editor))
    bar.append(button)
    return { tool, button }
  })
  bar.addEventListener('keydown', (event) =>
    walk(
      event,
      buttons.map(({ button }) => button),
    ),
  )
  const show = (): void => {
    for (const { tool, button } of buttons) {
      if (tool.isOn) button.setAttribute('aria-pressed', String(tool.isOn(editor)))
    }
  }
  editor.on('transaction', show)
  show()
  return bar
}

function createButton({ icon, label, keys }: Tool, translate: Translate): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'btn aria-pressed:bg-accent aria-pressed:text-accent-foreground'
  button.dataset.variant = 'ghost'
  button.dataset.size = 'icon-sm'
  const name = translate(label)
  button.title = keys === undefined ? name : `${name} (${keys.replace('Control', isApple() ? '⌘' : 'Ctrl')})`
  button.setAttribute('aria-label', name)
  if (keys !== undefined) button.setAttribute('aria-keyshortcuts', isApple() ? keys.replace('Control', 'Meta') : keys)
  button.append(createIcon(icon))
  button.addEventListener('mousedown', (event) => event.preventDefault()) // the text keeps the focus and its selection
  return button
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

function walk(event: KeyboardEvent, buttons: readonly HTMLButtonElement[]): void {
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const to: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % buttons.length,
    ArrowLeft: (at - 1 + buttons.length) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = buttons[to[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1
  next.focus()
}
