import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { type Translate, translatorOf } from '../behaviours/words.ts'
import { upload } from '../widgets/take-files.ts'
import { canEdit, contentOf } from './content.ts'
import { Image } from './image.ts'
import { createIsland } from './islands.ts'
import { ownNodesOf, unwrapped, wrapped } from './own-nodes.ts'
import { createPromptRow, type PromptRow } from './prompt-row.ts'
import { createToolbar } from './toolbar.ts'

const PROTOCOLS = ['http', 'https', 'mailto', 'tel']

/** Puts an editor in place of the textarea in `host`, and keeps the tree in the textarea as JSON. */
export function startRichText(host: HTMLElement): void {
  const input = host.querySelector('textarea')
  const nodes = ownNodesOf(host)
  const own = new Set(nodes.map(({ type }) => type))
  if (!input || !canEdit(input.value, own)) return
  const translate = translatorOf(host)
  const content = contentOf(input.value)
  const surface = document.createElement('div')
  const row = createPromptRow(translate, () => editor.commands.focus())
  const takeImages = (files: FileList | null | undefined): boolean => {
    const images = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (images.length === 0 || host.dataset.media === undefined) return false
    for (const file of images) void insertImage(editor, file, row, translate, tell)
    return true
  }
  const status = document.createElement('p')
  status.className = 'px-3 pb-2 text-sm text-muted-foreground empty:hidden'
  status.setAttribute('role', 'status')
  const tell = (text: string): void => {
    status.textContent = text
  }
  const editor = new Editor({
    element: surface,
    extensions: [
      StarterKit.configure({
        link: { openOnClick: false, protocols: ['mailto', 'tel'], defaultProtocol: 'https' },
      }),
      Image,
      ...nodes.map((node) => createIsland(node, translate)),
    ],
    content: content && wrapped(content, own),
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
      handlePaste: (_, event) => takeImages(event.clipboardData?.files),
      handleDrop: (_, event) => takeImages(event.dataTransfer?.files),
      handleKeyDown: (_, event) => {
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
  const chooser = fileChooser(takeImages)
  const toolbar = createToolbar(editor, {
    say: translate,
    askForLink: () => askForLink(editor, row, translate),
    askForImage: host.dataset.media === undefined ? null : () => chooser.click(),
  })
  input.hidden = true
  const frame = document.createElement('div')
  frame.className = 'rounded-md border border-input bg-transparent focus-within:ring-2 focus-within:ring-ring/50'
  frame.append(toolbar, row.element, surface, status, chooser)
  host.append(frame)
  const label = document.querySelector<HTMLElement>(`label[for="${input.id}"]`)
  label?.addEventListener('click', () => editor.commands.focus())
}

function fileChooser(take: (files: FileList | null) => boolean): HTMLInputElement {
  const chooser = document.createElement('input')
  chooser.type = 'file'
  chooser.accept = 'image/*'
  chooser.hidden = true
  for (const name of ['input', 'change'] as const) chooser.addEventListener(name, (event) => event.stopPropagation())
  chooser.addEventListener('change', () => {
    take(chooser.files)
    chooser.value = ''
  })
  return chooser
}

function askForLink(editor: Editor, { ask }: PromptRow, translate: Translate): void {
  const current = editor.getAttributes('link').href
  ask({
    label: translate('Address'),
    value: typeof current === 'string' ? current : '',
    check: (text) =>
      isAddress(text) ? null : translate('This is not a web address, an email address or a telephone number.'),
    answered: (href) => {
      const at = editor.chain().focus().extendMarkRange('link')
      if (editor.state.selection.empty && typeof current !== 'string') {
        at.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
      } else at.setLink({ href }).run()
    },
    ...(typeof current === 'string' && {
      other: {
        label: translate('Remove link'),
        run: () => editor.chain().focus().extendMarkRange('link').unsetLink().run(),
      },
    }),
  })
}

/** A place on this site, or an address that a browser opens without running anything. */
function isAddress(text: string): boolean {
  if (/^[/#]/.test(text) && !text.startsWith('//')) return true
  try {
    return PROTOCOLS.includes(new URL(text).protocol.slice(0, -1))
  } catch {
    return false
  }
}

async function insertImage(
  editor: Editor,
  file: File,
  { ask }: PromptRow,
  translate: Translate,
  tell: (text: string) => void,
): Promise<void> {
  tell(translate('Uploading {name}', { name: file.name }))
  const { item, reason } = await upload(file)
  if (!item) {
    tell(
      translate('{name} was not uploaded: {reason}', {
        name: file.name,
        reason: reason ?? translate('the service cannot be reached'),
      }),
    )
    return
  }
  tell('')
  ask({
    label: translate('Description for people who cannot see it'),
    value: '',
    check: () => null,
    answered: (alt) =>
      editor
        .chain()
        .focus()
        .insertContent({ type: 'image', attrs: { src: item.url, alt } })
        .run(),
  })
}
