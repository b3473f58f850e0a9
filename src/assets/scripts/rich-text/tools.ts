import { insertTable } from './table.ts'
import type { Tool } from './tool.ts'

/** Tools for the formatting of selected text. */
export const MARK_TOOLS: readonly Tool[] = [
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
]

/** Tools for blocks of text. */
export const BLOCK_TOOLS: readonly Tool[] = [
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
  { icon: 'table', label: 'Table', run: insertTable, isOn: (e) => e.isActive('table') },
  { icon: 'minus', label: 'Dividing line', run: (e) => e.chain().focus().setHorizontalRule().run() },
]

export const HISTORY_TOOLS: readonly Tool[] = [
  { icon: 'undo-2', label: 'Undo', keys: 'Control+Z', run: (e) => e.chain().focus().undo().run() },
  { icon: 'redo-2', label: 'Redo', keys: 'Control+Shift+Z', run: (e) => e.chain().focus().redo().run() },
]
