import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import { embedAt } from '../../../../rich-text/index.ts'
import type { EmbedOptions } from './node.ts'

/** Converts a provider's address that is pasted into an empty paragraph to an embed; undo makes it a link. */
export function createEmbedPaste({ embeds, translate }: EmbedOptions, tell: (text: string) => void): Extension {
  return Extension.create({
    name: 'pasteEmbed',
    // Runs before the address becomes a link.
    priority: 1100,
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handlePaste: (view, event) => {
            const address = event.clipboardData?.getData('text/plain').trim() ?? ''
            const embed = embedAt(address, embeds)
            const { $from, empty } = view.state.selection
            const { type, content } = $from.parent
            if (!embed || !empty || type.name !== 'paragraph' || content.size > 0) return false
            const { schema } = view.state
            const link = schema.text(address, [schema.mark('link', { href: address })])
            view.dispatch(view.state.tr.replaceSelectionWith(link, false).setMeta('preventAutolink', true))
            const { tr, selection } = view.state
            const [from, to] = [selection.$from.before(), selection.$from.after()]
            closeHistory(tr).replaceWith(from, to, [schema.node('embed', embed), schema.node('paragraph')])
            view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(from + 1))).scrollIntoView())
            tell(translate('Embedded. Undo to keep the link.'))
            return true
          },
        },
      }),
    ],
  })
}
