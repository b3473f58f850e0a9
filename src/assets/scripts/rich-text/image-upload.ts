import type { Editor } from '@tiptap/core'
import type { Translate } from '../behaviours/words.ts'
import { upload } from '../widgets/take-files.ts'
import { askAboutImage } from './image.ts'
import type { PromptRow } from './prompt-row.ts'

export interface ImageUpload {
  /** Uploads the pictures among files; returns whether there were any. */
  readonly take: (files: FileList | null | undefined) => boolean
  /** Opens the browser's file dialog. */
  readonly choose: () => void
  /** Element to insert into the page. */
  readonly element: HTMLElement
}

/** Creates the functions and the input that upload pictures into the library and insert them into the text. */
export function createImageUpload(
  getEditor: () => Editor,
  row: PromptRow,
  translate: Translate,
  tell: (text: string) => void,
): ImageUpload {
  const take = (files: FileList | null | undefined): boolean => {
    const images = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
    for (const file of images) void insert(getEditor(), file, row, translate, tell)
    return images.length > 0
  }
  const element = document.createElement('input')
  element.type = 'file'
  element.accept = 'image/*'
  element.hidden = true
  for (const name of ['input', 'change'] as const) element.addEventListener(name, (event) => event.stopPropagation())
  element.addEventListener('change', () => {
    take(element.files)
    element.value = ''
  })
  return { take, choose: () => element.click(), element }
}

async function insert(
  editor: Editor,
  file: File,
  row: PromptRow,
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
  const from = editor.state.selection.from
  editor
    .chain()
    .focus()
    .insertContent({ type: 'image', attrs: { src: item.url, alt: '', mediaId: item.id } })
    .run()
  const { doc } = editor.state
  const near = [from, from - 1, from + 1].find((at) => at >= 0 && doc.nodeAt(at)?.attrs.mediaId === item.id)
  if (near === undefined) return
  editor.commands.setNodeSelection(near)
  askAboutImage(editor, row, translate)
}
