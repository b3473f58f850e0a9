import type { Editor } from '@tiptap/core'
import type { Translate } from '../behaviours/words.ts'
import { shownKeys } from './keys.ts'
import type { Tool } from './tool.ts'

/** Keys that no button has, and their effects. */
const OTHERS = [
  ['/', 'Insert something, in an empty paragraph'],
  ['Alt+F10', 'Go to the nearest toolbar'],
  ['Enter', 'Edit the picture, embed or box that is selected'],
  ['Control+Shift+V', 'Paste without formatting'],
  ['Tab', 'Go to the next cell of a table'],
  ['Control+Enter', 'Leave a table or a code block'],
  ['Shift+Enter', 'Start a new line in the same paragraph'],
] as const

/** Creates the dialog with all keys of the editor, opened by a button or Ctrl+/. */
export function createShortcuts(tools: readonly Tool[], editor: Editor, translate: Translate) {
  const sheet = document.createElement('dialog')
  sheet.className = 'dialog'
  sheet.setAttribute('aria-label', translate('Keyboard shortcuts'))
  const helpTool: Tool = {
    icon: 'keyboard',
    label: 'Keyboard shortcuts',
    keys: 'Control+/',
    run: () => {
      if (!sheet.hasChildNodes()) sheet.append(createSheet([...tools, helpTool], sheet, translate))
      sheet.showModal()
    },
  }
  sheet.addEventListener('close', () => editor.commands.focus())
  sheet.addEventListener('click', ({ target }) => {
    if (target === sheet) sheet.close()
  })
  return { sheet, tool: helpTool }
}

function createSheet(tools: readonly Tool[], sheet: HTMLDialogElement, translate: Translate): HTMLElement {
  const content = document.createElement('div')
  const header = document.createElement('header')
  const title = document.createElement('h2')
  title.textContent = translate('Keyboard shortcuts')
  header.append(title)
  const list = document.createElement('dl')
  list.className = 'rich-text-keys'
  const lines = [...tools.flatMap(({ keys, label }) => (keys ? [[keys, label] as const] : [])), ...OTHERS]
  for (const [keys, label] of lines) {
    const [what, how] = [document.createElement('dt'), document.createElement('dd')]
    what.textContent = translate(label)
    const key = document.createElement('kbd')
    key.className = 'kbd'
    key.textContent = shownKeys(keys)
    how.append(key)
    list.append(what, how)
  }
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'btn'
  close.dataset.variant = 'outline'
  close.textContent = translate('Close')
  close.addEventListener('click', () => sheet.close())
  const footer = document.createElement('footer')
  footer.append(close)
  content.append(header, list, footer)
  return content
}
