import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { Translate } from '../behaviours/words.ts'
import { placeAt } from './place.ts'
import type { Tool } from './tool.ts'
import { createToolbar } from './toolbar.ts'

/**
 * Formatting beside the text that is selected. Alt+F10 goes there from the text, as
 * https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/ has it for toolbars of editors; Escape goes back.
 */
export function createBubbleMenu(editor: Editor, tools: readonly Tool[], translate: Translate): HTMLElement {
  let isPointing = false
  const isShown = (): boolean =>
    !isPointing && hasText(editor) && (editor.isFocused || bar.contains(document.activeElement))
  const bar: HTMLElement = createToolbar(editor, tools, {
    label: translate('Selected text'),
    translate,
    className: 'rich-text-bubble',
  })
  const place = (): void => {
    bar.hidden = !isShown()
    if (bar.hidden) return
    const { from, to } = editor.state.selection
    const [first, last] = [editor.view.coordsAtPos(from), editor.view.coordsAtPos(to)]
    placeAt(bar, { left: first.left, top: first.top, bottom: last.bottom }, true)
  }
  const release = (): void => {
    isPointing = false
    place()
  }
  editor.on('transaction', place)
  editor.on('blur', () => setTimeout(place))
  editor.on('focus', place)
  // While the mouse selects, the bar would be in its way.
  editor.view.dom.addEventListener('pointerdown', () => {
    isPointing = true
    document.addEventListener('pointerup', () => setTimeout(release), { once: true })
  })
  document.addEventListener('scroll', place, { passive: true, capture: true })
  editor.on('destroy', () => document.removeEventListener('scroll', place, { capture: true }))
  editor.view.dom.addEventListener('keydown', (event) => {
    if (event.key !== 'F10' || !event.altKey || bar.hidden) return
    event.preventDefault()
    bar.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  bar.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    editor.commands.focus()
  })
  bar.addEventListener('focusout', () => setTimeout(place))
  place()
  return bar
}

function hasText({ state }: Editor): boolean {
  const { selection, doc } = state
  if (!(selection instanceof TextSelection) || selection.empty || selection.$from.parent.type.spec.code) return false
  return doc.textBetween(selection.from, selection.to).trim() !== ''
}
