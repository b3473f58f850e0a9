import { Editor, getSchema } from '@tiptap/core'
import { isInTable } from '@tiptap/pm/tables'
import { translatorOf } from '../behaviours/words.ts'
import { contentOf } from './content.ts'
import { extensionsFor } from './extensions.ts'
import { askAboutImage, imageTools, isAtImage } from './image.ts'
import { createImageUpload } from './image-upload.ts'
import { fitted, keptNodes } from './kept.ts'
import { askForLink } from './link.ts'
import { ownNodesOf, unwrapped, wrapped } from './own-nodes.ts'
import { cleanPasted } from './paste/clean.ts'
import { createPromptRow } from './prompt-row.ts'
import { TABLE_TOOLS } from './table-tools.ts'
import type { Tool } from './tool.ts'
import { createToolbar } from './toolbar.ts'
import { BLOCK_TOOLS, HISTORY_TOOLS, MARK_TOOLS } from './tools.ts'

const BAR = 'flex gap-0.5 p-1'

/** Puts an editor in place of the textarea in `host`, and keeps the tree in the textarea as JSON. */
export function startRichText(host: HTMLElement): void {
  const input = host.querySelector('textarea')
  if (!input) return
  const translate = translatorOf(host)
  const nodes = ownNodesOf(host)
  const own = new Set(nodes.map(({ type }) => type))
  const extensions = extensionsFor([...nodes, ...keptNodes(translate('Cannot be edited here'))], translate)
  const given = contentOf(input.value)
  const content = given && fitted(wrapped(given, own), getSchema(extensions))
  const surface = document.createElement('div')
  const row = createPromptRow(translate, () => editor.commands.focus())
  const status = document.createElement('p')
  status.className = 'px-3 pb-2 text-sm text-muted-foreground empty:hidden'
  status.setAttribute('role', 'status')
  const tell = (text: string): void => {
    status.textContent = text
  }
  const images = host.dataset.media === undefined ? null : createImageUpload(() => editor, row, translate, tell)
  const linkTool: Tool = {
    icon: 'link',
    label: 'Link',
    keys: 'Control+K',
    run: (e) => askForLink(e, row, translate),
    isOn: (e) => e.isActive('link'),
  }
  const editor = new Editor({
    element: surface,
    extensions,
    content,
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
      transformPastedHTML: cleanPasted,
      handlePaste: (_, event) => images?.take(event.clipboardData?.files) ?? false,
      handleDrop: (_, event) => images?.take(event.dataTransfer?.files) ?? false,
      handleKeyDown: (_, event) => {
        if (event.key === 'Enter' && isAtImage(editor)) {
          askAboutImage(editor, row, translate)
          return true
        }
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
        event.stopPropagation() // elsewhere these keys are the page's
        askForLink(editor, row, translate)
        return true
      },
    },
    onUpdate: () => {
      // An own node counts, whether or not anything stands in it.
      const isEmpty = editor.isEmpty && editor.state.doc.firstChild?.type.name === 'paragraph'
      input.value = isEmpty ? '' : JSON.stringify(unwrapped(editor.getJSON(), own))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    },
    onBlur: () => input.dispatchEvent(new Event('change', { bubbles: true })),
  })
  const tools = [
    ...MARK_TOOLS,
    linkTool,
    ...BLOCK_TOOLS,
    ...(images ? [{ icon: 'image', label: 'Image', run: images.choose }] : []),
    ...HISTORY_TOOLS,
  ]
  const bars = document.createElement('div')
  bars.className = 'rich-text-bars'
  bars.append(
    createToolbar(editor, tools, { label: translate('Formatting'), translate, className: `${BAR} flex-wrap` }),
    createToolbar(editor, TABLE_TOOLS, {
      label: translate('Table'),
      translate,
      className: `${BAR} overflow-x-auto border-t`,
      isShown: ({ state }) => isInTable(state),
    }),
    createToolbar(editor, imageTools(row, translate), {
      label: translate('Image'),
      translate,
      className: `${BAR} overflow-x-auto border-t`,
      isShown: isAtImage,
    }),
    row.element,
  )
  input.hidden = true
  const frame = document.createElement('div')
  frame.className = 'rich-text-frame'
  frame.append(bars, surface, status, ...(images ? [images.element] : []))
  host.append(frame)
  const label = document.querySelector<HTMLElement>(`label[for="${input.id}"]`)
  label?.addEventListener('click', () => editor.commands.focus())
}
