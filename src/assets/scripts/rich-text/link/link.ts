import type { Editor } from '@tiptap/core'
import type { Translate } from '../../behaviours/words.ts'
import type { PromptRow } from '../prompt-row.ts'
import type { Tool } from '../tool.ts'
import { type LinkedDocument, type Suggestions, suggestDocuments } from './suggestions.ts'

const PROTOCOLS = ['http', 'https', 'mailto', 'tel']

/** Options of the links of an editor. */
export interface LinkOptions {
  readonly row: PromptRow
  readonly translate: Translate
  /** Address of the search for documents; `null` if links cannot point to any. */
  readonly search: string | null
  /** Titles of the documents that the text links to, by id. */
  readonly titles: Map<string, string>
}

/** Creates the button that makes the selected text a link. */
export function createLinkTool(options: LinkOptions): Tool {
  return {
    icon: 'link',
    label: 'Link',
    keys: 'Control+K',
    run: (editor) => askForLink(editor, options),
    isOn: (editor) => editor.isActive('link'),
  }
}

/** Asks for the target of a link, and adds the link to the selected text. */
export function askForLink(editor: Editor, { row, translate, search, titles }: LinkOptions): void {
  const current = editor.getAttributes('link')
  const isLink = editor.isActive('link')
  const known = documentIn(current, titles)
  let suggestions: Suggestions | null = null
  row.ask({
    fields: [
      {
        label: search === null ? translate('Address') : translate('Address, or words from a title'),
        value: known?.label ?? (typeof current.href === 'string' ? current.href : ''),
        ...(search !== null && {
          made: (input: HTMLInputElement) => {
            suggestions = suggestDocuments(input, search, known, translate)
          },
        }),
      },
    ],
    check: ([text = '']) => {
      if (suggestions?.chosen() || isAddress(text)) return null
      return search === null
        ? translate('This is not a web address, an email address or a telephone number.')
        : translate(
            'Choose a document from the list, or type an address that begins with https://, mailto:, tel: or /.',
          )
    },
    submit: ([text = '']) => {
      const to = suggestions?.chosen() ?? null
      if (to) titles.set(to.id, to.label)
      // A document of the site opens in the same window.
      const attrs = to
        ? { href: null, collection: to.collection, documentId: to.id, target: null, rel: null }
        : { href: text, collection: null, documentId: null }
      const at = editor.chain().focus().extendMarkRange('link')
      if (editor.state.selection.empty && !isLink) {
        at.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs }] }).run()
      } else at.setMark('link', attrs).setMeta('preventAutolink', true).run()
    },
    ...(isLink && {
      other: {
        label: translate('Remove link'),
        run: () => editor.chain().focus().extendMarkRange('link').unsetLink().run(),
      },
    }),
  })
}

function documentIn(
  { collection, documentId }: { readonly [name: string]: unknown },
  titles: LinkOptions['titles'],
): LinkedDocument | null {
  if (typeof collection !== 'string' || typeof documentId !== 'string') return null
  return { collection, collectionLabel: collection, id: documentId, label: titles.get(documentId) ?? documentId }
}

/** Tells whether text is a path or fragment on this site, or an address that browsers open without running anything. */
function isAddress(text: string): boolean {
  if (/^[/#]/.test(text) && !text.startsWith('//')) return true
  try {
    return PROTOCOLS.includes(new URL(text).protocol.slice(0, -1))
  } catch {
    return false
  }
}
