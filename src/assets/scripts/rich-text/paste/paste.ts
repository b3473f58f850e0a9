import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { Translate } from '../../behaviours/words.ts'
import { cleanPasted } from './clean.ts'
import { isMarkdown, pasteMarkdown } from './markdown.ts'
import { takePictures } from './pictures.ts'

const LOST =
  'Pictures that could not be pasted: {count}. They are files on a disk, or the other program did not provide them. Their positions are marked in the text.'
const PUT_IN = 'Insert them with the image button.'

export interface PasteOptions {
  /** Address of the Markdown parser's script. */
  readonly script: string
  readonly translate: Translate
  readonly tell: (text: string) => void
  /** Reports what was lost. */
  readonly notify: (text: string) => void
  /** True if there is a library for pictures. */
  readonly mayUpload: boolean
}

/**
 * Handles content of other programs' clipboards: HTML is cleaned, Markdown is parsed, and Ctrl+Shift+V pastes plain
 * text.
 */
export function createPaste({ script, translate, tell, notify, mayUpload }: PasteOptions): Extension {
  let isPlain = false
  const take = (body: HTMLElement): void => {
    const { lost } = takePictures(body, mayUpload, translate)
    if (lost > 0) notify([translate(LOST, { count: lost }), mayUpload ? translate(PUT_IN) : ''].join(' ').trim())
  }
  return Extension.create({
    name: 'pasteFromElsewhere',
    addProseMirrorPlugins() {
      const { editor } = this
      const plugin = new Plugin({
        props: {
          transformPastedHTML: (html) => cleanPasted(html, take),
          handleKeyDown: (_, event) => {
            isPlain = event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v'
            return false
          },
          handlePaste: (view, event, slice) => {
            if (isPlain) {
              isPlain = false
              view.dispatch(view.state.tr.replaceSelection(slice).setMeta('preventAutolink', true).scrollIntoView())
              return true
            }
            const text = event.clipboardData?.getData('text/plain') ?? ''
            const isText = !event.clipboardData?.types.includes('text/html')
            const { $from } = view.state.selection
            if (!isText || $from.parent.type.spec.code || !isMarkdown(text)) return false
            void pasteMarkdown(editor, text, script).then((lost) => {
              if (lost?.length) tell(translate('Removed from the pasted text: {parts}', { parts: lost.join(', ') }))
            })
            return true
          },
        },
      })
      return [plugin]
    },
  })
}
