import { Editor, getSchema } from '@tiptap/core'
import { isInTable } from '@tiptap/pm/tables'
import { type Translate, translatorOf } from '../behaviours/words.ts'
import { reachByKeys } from './bar-keys.ts'
import { createBubbleMenu } from './bubble-menu.ts'
import { contentOf } from './content.ts'
import { createCount } from './count.ts'
import { readCursor, startInText } from './cursor.ts'
import { type EmbedOptions, editSelectedEmbed, embedTools } from './embed/node.ts'
import { createEmbedPaste } from './embed/paste.ts'
import { extensionsFor } from './extensions.ts'
import { createFocusMode } from './focus-mode.ts'
import { askAboutImage, imageTools, isAtImage } from './image.ts'
import { createImageUpload } from './image-upload.ts'
import { editSelectedNode } from './islands.ts'
import { fitted, keptNodes } from './kept.ts'
import { askForLink, createLinkTool, type LinkOptions } from './link/link.ts'
import type { NodeForms } from './node-dialog.ts'
import { createNotice } from './notice.ts'
import { ownNodesOf, ownNodeTools, wrapped } from './own-nodes.ts'
import { createPaste } from './paste/paste.ts'
import { takesFiles } from './paste/takes-files.ts'
import { createPictureUpload } from './paste/upload-pictures.ts'
import { createPromptRow, type PromptRow } from './prompt-row.ts'
import { createShortcuts } from './shortcuts.ts'
import { createSlashMenu } from './slash-menu.ts'
import { storeIn } from './stored.ts'
import { TABLE_TOOLS } from './table-tools.ts'
import type { Tool } from './tool.ts'
import { createToolbar } from './toolbar.ts'
import { BLOCK_TOOLS, HISTORY_TOOLS, MARK_TOOLS } from './tools.ts'

/** Replaces the textarea in `host` with an editor, which writes its tree to the textarea as JSON. */
export function startRichText(host: HTMLElement): void {
  const input = host.querySelector('textarea')
  if (!input) return
  const translate = translatorOf(host)
  const nodes = ownNodesOf(host)
  const customTypes = new Set(nodes.map(({ type }) => type))
  const row = createPromptRow(translate, () => editor.commands.focus())
  const embeds: EmbedOptions = { embeds: JSON.parse(host.dataset.embeds ?? '[]'), row, translate }
  const forms = nodeForms(host, input, translate, (text) => tell(text))
  const kept = keptNodes(translate('Cannot be edited here'))
  const extensions = extensionsFor([...nodes, ...kept], embeds, forms, translate)
  const stored = contentOf(input.value)
  const content = stored && fitted(wrapped(stored, customTypes), getSchema(extensions))
  const surface = document.createElement('div')
  const status = document.createElement('p')
  status.className = 'text-sm text-muted-foreground empty:hidden'
  status.setAttribute('role', 'status')
  const tell = (text: string): void => {
    status.textContent = text
  }
  const notice = createNotice(translate)
  const { notify } = notice
  const images = host.dataset.media === undefined ? null : createImageUpload(() => editor, row, translate, tell)
  const imageTool: readonly Tool[] = images ? [{ icon: 'image', label: 'Image', run: images.choose }] : []
  const links = linkOptions(host, row, translate)
  const linkTool = createLinkTool(links)
  const frame = document.createElement('div')
  frame.className = 'rich-text-frame'
  const editor = new Editor({
    element: surface,
    extensions: [
      ...extensions,
      createPaste({ script: host.dataset.markdown ?? '', translate, tell, notify, mayUpload: images !== null }),
      createPictureUpload({ translate, tell, notify }),
      createEmbedPaste(embeds, tell),
      createSlashMenu([...BLOCK_TOOLS, ...imageTool, ...embedTools(embeds), ...ownNodeTools(nodes, forms)], translate),
    ],
    content,
    // All other patterns are parsed as Markdown, or left unchanged.
    enablePasteRules: ['link'],
    // The pages' policy does not allow injected styles, so the editor's styles are part of the style sheet.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'rich-text min-h-40 px-3 py-2 outline-none',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': host.dataset.label ?? '',
        'aria-describedby': host.dataset.note ?? '',
      },
      handleDOMEvents: { keydown: readCursor },
      handlePaste: (_, event) => takesFiles(event.clipboardData) && (images?.take(event.clipboardData?.files) ?? false),
      handleDrop: (_, event) => takesFiles(event.dataTransfer) && (images?.take(event.dataTransfer?.files) ?? false),
      handleKeyDown: (_, event) => {
        if (event.key === 'Enter' && isAtImage(editor)) {
          askAboutImage(editor, row, translate)
          return true
        }
        if (event.key === 'Enter' && (editSelectedEmbed(editor, embeds) || editSelectedNode(editor, nodes, forms)))
          return true
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
        event.stopPropagation() // elsewhere, Ctrl+K opens the command palette
        askForLink(editor, links)
        return true
      },
    },
  })
  startInText(editor)
  storeIn(input, editor, customTypes)
  const keyed = [
    ...MARK_TOOLS,
    linkTool,
    ...BLOCK_TOOLS,
    ...imageTool,
    ...HISTORY_TOOLS,
    createFocusMode(frame, editor),
  ]
  const shortcuts = createShortcuts(keyed, editor, translate)
  const tools = [...keyed, shortcuts.tool]
  const main = createToolbar(editor, tools, {
    label: translate('Formatting'),
    translate,
    className: 'flex flex-wrap gap-0.5 p-1',
  })
  const table = createToolbar(editor, TABLE_TOOLS, {
    label: translate('Table'),
    translate,
    className: 'rich-text-context',
    isShown: ({ state }) => isInTable(state),
  })
  const image = createToolbar(editor, imageTools(row, translate), {
    label: translate('Image'),
    translate,
    className: 'rich-text-context',
    isShown: isAtImage,
  })
  const bubble = createBubbleMenu(editor, [...MARK_TOOLS, linkTool], translate)
  reachByKeys([bubble, table, image, main], editor)
  const top = document.createElement('div')
  top.className = 'rich-text-bars'
  top.append(main, row.element, notice.element)
  input.hidden = true
  const foot = document.createElement('div')
  foot.className = 'rich-text-foot'
  foot.append(createCount(editor, translate), status)
  frame.addEventListener('keydown', (event) => {
    if (event.key !== '/' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    shortcuts.tool.run(editor)
  })
  frame.append(top, surface, table, image, bubble, foot, shortcuts.sheet, ...(images ? [images.element] : []))
  host.append(frame)
  const label = document.querySelector<HTMLElement>(`label[for="${input.id}"]`)
  label?.addEventListener('click', () => editor.commands.focus())
}

function linkOptions({ dataset }: HTMLElement, row: PromptRow, translate: Translate): LinkOptions {
  const titles = new Map(Object.entries(JSON.parse(dataset.linkTitles ?? '{}') as Record<string, string>)) // as the widget wrote it
  return { row, translate, search: dataset.links ?? null, titles }
}

/** Returns the options for forms of custom nodes; `null` if the surrounding form does not belong to a document. */
function nodeForms(
  { dataset }: HTMLElement,
  input: HTMLTextAreaElement,
  translate: Translate,
  tell: (text: string) => void,
): NodeForms | null {
  const { collection } = dataset
  if (collection === undefined) return null
  return { collection, path: () => input.name, tell, failed: translate('The form cannot be loaded. Try again.') }
}
