import type { Editor } from '@tiptap/core'
import type { Translate } from '../behaviours/words.ts'
import type { PromptRow } from './prompt-row.ts'
import type { Tool } from './tool.ts'

const PROTOCOLS = ['http', 'https', 'mailto', 'tel']

/** The button that makes a link of the selected text. */
export function createLinkTool(row: PromptRow, translate: Translate): Tool {
  return {
    icon: 'link',
    label: 'Link',
    keys: 'Control+K',
    run: (editor) => askForLink(editor, row, translate),
    isOn: (editor) => editor.isActive('link'),
  }
}

/** Asks for the address of a link, and puts the link on the selected text. */
export function askForLink(editor: Editor, { ask }: PromptRow, translate: Translate): void {
  const current = editor.getAttributes('link').href
  ask({
    fields: [{ label: translate('Address'), value: typeof current === 'string' ? current : '' }],
    check: ([text = '']) =>
      isAddress(text) ? null : translate('This is not a web address, an email address or a telephone number.'),
    answered: ([href = '']) => {
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
