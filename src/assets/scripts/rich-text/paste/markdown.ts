import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Slice } from '@tiptap/pm/model'
import type { fromMarkdown } from '../../../../rich-text/parse/index.ts'
import { fitted } from '../kept.ts'

/** Maximum wait for the parser, in milliseconds; after that, the text is pasted unchanged. */
const PATIENCE = 5000

/**
 * Patterns typical of Markdown: a heading, a fence, a table, a link, consecutive list items, a quotation, bold text.
 */
const SIGNS = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /^\|?(?: *:?-{3,}:? *\|)+ *:?-*:? *$/m,
  /!?\[[^\]\n]{1,200}\]\([^)\s]{1,2000}(?: "[^"\n]*")?\)/,
  /^(?:[-*+]|\d{1,3}[.)]) \S.*\n+ *(?:[-*+]|\d{1,3}[.)]) \S/m,
  /^> \S/m,
  /\*\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*\*/,
]

/** Tells whether text looks like Markdown. */
export function isMarkdown(text: string): boolean {
  return SIGNS.some((sign) => sign.test(text))
}

/**
 * Inserts Markdown with formatting, as one step of the history. Returns descriptions of what was lost; `null` if the
 * text was inserted without formatting.
 */
export async function pasteMarkdown(editor: Editor, text: string, script: string): Promise<readonly string[] | null> {
  const read = await Promise.race([load(script), after(PATIENCE)])
  if (editor.isDestroyed) return null
  const { tr, schema } = editor.state
  closeHistory(tr)
  if (!read) {
    editor.view.dispatch(tr.insertText(text))
    return null
  }
  const { document, lost } = read(text)
  const content = schema.nodeFromJSON(fitted(document, schema)).content
  editor.view.dispatch(tr.replaceSelection(Slice.maxOpen(content)).scrollIntoView())
  return lost.map(({ what }) => what)
}

type Reader = typeof fromMarkdown

let loading: Promise<Reader | null> | undefined

function load(address: string): Promise<Reader | null> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = address
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    script.addEventListener('load', () => resolve((window as { lintelMarkdown?: Reader }).lintelMarkdown ?? null))
    script.addEventListener('error', () => {
      loading = undefined // the next paste tries again
      resolve(null)
    })
    document.head.append(script)
  })
  return loading
}

const after = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), milliseconds))
