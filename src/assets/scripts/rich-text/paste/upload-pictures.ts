import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { Translate } from '../../behaviours/words.ts'
import { type Uploaded, upload } from '../../widgets/take-files.ts'
import { areWaiting, fileOf, forgetPicture, isPasted, placeholder } from './pictures.ts'

/** Event that a form receives when its pictures have been uploaded. */
const UPLOADED = 'lintel:uploaded'

/** Outcome of uploading a picture: the file in the library, or a reason for the failure. */
type Outcome = { readonly item: Uploaded } | { readonly reason: string }

interface UploadOptions {
  /** Reports what was lost. */
  readonly notify: (text: string) => void
  readonly tell: (text: string) => void
  readonly translate: Translate
}

/**
 * Creates an extension that uploads pasted pictures, one after the other, and then makes the text use the uploaded
 * files. Until then, the form is not sent. A picture that cannot be uploaded is replaced with its name. Undo and redo
 * preserve the replacements.
 */
export function createPictureUpload(options: UploadOptions): Extension {
  const outcomes = new Map<string, Outcome | 'waits'>()
  let queue: Promise<void> = Promise.resolve()
  return Extension.create({
    name: 'pastedPictures',
    addProseMirrorPlugins() {
      const { editor } = this
      const settle = (): void => {
        for (const { node, address } of pastedIn(editor.state.doc)) {
          const outcome = outcomes.get(address)
          if (outcome === undefined) {
            outcomes.set(address, 'waits')
            queue = queue.then(() => send(editor, address, node, outcomes, options))
            void whileSending(editor, queue)
          } else if (outcome !== 'waits') replace(editor, address, outcome, options.translate)
        }
      }
      return [
        new Plugin({
          view: () => ({
            update: (view, before) => {
              if (view.state.doc !== before.doc && (outcomes.size > 0 || areWaiting())) settle()
            },
          }),
        }),
      ]
    },
  })
}

async function send(
  editor: Editor,
  address: string,
  node: Node,
  outcomes: Map<string, Outcome | 'waits'>,
  { tell, notify, translate }: UploadOptions,
): Promise<void> {
  const name =
    String(node.attrs.alt ?? '')
      .trim()
      .slice(0, 60) || translate('pasted')
  tell(translate('Uploading {name}', { name }))
  const file = fileOf(address, name)
  const { item, reason } = file === null ? { reason: translate('it cannot be read') } : await upload(file)
  const outcome = item ? { item } : { reason: reason ?? translate('the service cannot be reached') }
  outcomes.set(address, outcome)
  tell('')
  if (item) forgetPicture(address)
  if ('reason' in outcome) notify(translate('{name} was not uploaded: {reason}', { name, reason: outcome.reason }))
  if (!editor.isDestroyed) replace(editor, address, outcome, translate)
}

/** Replaces a picture's address with the uploaded file, or the picture with its name, without a step in the history. */
function replace(editor: Editor, address: string, outcome: Outcome, translate: Translate): void {
  const { tr, schema, doc } = editor.state
  for (const { node, at } of pastedIn(doc, address).toReversed()) {
    if ('item' in outcome) {
      tr.setNodeMarkup(at, undefined, { ...node.attrs, src: outcome.item.url, mediaId: outcome.item.id })
    } else {
      const text = schema.text(placeholder(String(node.attrs.alt ?? ''), translate))
      tr.replaceWith(at, at + node.nodeSize, schema.nodes.paragraph?.create(null, text) ?? text)
    }
  }
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}

interface FoundPicture {
  readonly node: Node
  readonly at: number
  readonly address: string
}

function pastedIn(doc: Node, address?: string): FoundPicture[] {
  const found: FoundPicture[] = []
  doc.descendants((node, at) => {
    const { src } = node.attrs
    if (isPasted(src) && (address === undefined || src === address)) found.push({ node, at, address: src })
    return !node.isTextblock
  })
  return found
}

/** Number of uploads in progress, by form. */
const sending = new WeakMap<HTMLFormElement, number>()

/** Prevents the form from being sent until the pictures have been uploaded. */
async function whileSending(editor: Editor, queue: Promise<void>): Promise<void> {
  const form = editor.view.dom.closest('form')
  if (!form) return
  sending.set(form, (sending.get(form) ?? 0) + 1)
  form.dataset.uploading = ''
  await queue
  const left = (sending.get(form) ?? 1) - 1
  sending.set(form, left)
  if (left > 0) return
  delete form.dataset.uploading
  form.dispatchEvent(new Event(UPLOADED))
}
