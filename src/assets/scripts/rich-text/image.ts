import { type Editor, mergeAttributes, Node } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import type { Translate } from '../behaviours/words.ts'
import { isPasted, shownAddress } from './paste/pictures.ts'
import type { PromptRow } from './prompt-row.ts'
import type { Tool } from './tool.ts'

const NONE = { default: null } as const
const pixels = (name: string) => ({
  default: null,
  parseHTML: (image: HTMLElement) => {
    const text = imageIn(image)?.getAttribute(name) ?? ''
    return /^\d{1,5}$/.test(text) ? Number(text) : null
  },
})
const ofImage = (attribute: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => imageIn(element)?.getAttribute(attribute) ?? null,
})

/** Node of a picture between paragraphs, with its caption. */
export const Image = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    src: ofImage('src'),
    alt: ofImage('alt'),
    title: ofImage('title'),
    width: pixels('width'),
    height: pixels('height'),
    mediaId: ofImage('data-media-id'),
    caption: {
      ...NONE,
      parseHTML: (element: HTMLElement) => element.querySelector('figcaption')?.textContent?.trim() || null,
    },
  }),
  parseHTML: () => [
    { tag: 'figure', priority: 60, getAttrs: (figure) => isPicture(figure) && null },
    { tag: 'img[src]:not([src^="data:"]):not([src^="file:"])' },
  ],
  renderHTML: ({ HTMLAttributes: { caption, mediaId, ...attributes } }) => {
    const { src, ...others } = attributes
    const waiting = isPasted(src) ? { class: 'is-uploading', 'data-pasted': src } : {}
    const shown = { src: shownAddress(src), 'data-media-id': mediaId, ...waiting }
    const image = ['img', mergeAttributes(others, shown)] as const
    return caption === null ? image : ['figure', image, ['figcaption', caption]]
  },
})

function imageIn(element: HTMLElement): HTMLElement | null {
  return element.tagName === 'IMG' ? element : element.querySelector('img')
}

/** Tells whether a figure contains exactly one picture with a usable address, and no table, code or quotation. */
function isPicture(figure: HTMLElement): boolean {
  return (
    figure.querySelectorAll('img[src]:not([src^="data:"]):not([src^="file:"])').length === 1 &&
    figure.querySelector('table, pre, blockquote') === null
  )
}

/** Tells whether a picture is selected. */
export function isAtImage({ state: { selection } }: Editor): boolean {
  return selection instanceof NodeSelection && selection.node.type.name === 'image'
}

/** Returns the tools for the selected picture. */
export function imageTools(row: PromptRow, translate: Translate): readonly Tool[] {
  return [
    { label: 'Description and caption', run: (editor) => askAboutImage(editor, row, translate) },
    { label: 'Remove image', run: (editor) => editor.chain().deleteSelection().focus().run() },
  ]
}

/** Asks for the alternative text and the caption of the selected picture. */
export function askAboutImage(editor: Editor, { ask }: PromptRow, translate: Translate): void {
  const { selection } = editor.state
  if (!(selection instanceof NodeSelection)) return
  const { alt, caption } = selection.node.attrs
  ask({
    fields: [
      { label: translate('Description for people who cannot see it'), value: String(alt ?? '') },
      { label: translate('Caption'), value: String(caption ?? '') },
    ],
    submit: ([newAlt = '', newCaption = '']) => {
      editor
        .chain()
        .setNodeSelection(selection.from)
        .updateAttributes('image', { alt: newAlt, caption: newCaption === '' ? null : newCaption })
        .run()
    },
  })
}
