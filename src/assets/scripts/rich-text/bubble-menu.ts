import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import type { Translate } from '../behaviours/words.ts'
import { placeAt } from './place.ts'
import type { Tool } from './tool.ts'
import { createToolbar } from './toolbar.ts'

/** Creates a toolbar for formatting beside the selected text. */
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
    if (editor.isDestroyed) return
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
  // While the focus moves to the bar, no element has the focus.
  const placeSoon = (): void => void setTimeout(place)
  editor.on('transaction', placeSoon)
  editor.on('blur', placeSoon)
  editor.on('focus', place)
  // The bar is hidden while the mouse selects text.
  editor.view.dom.addEventListener('pointerdown', () => {
    isPointing = true
    document.addEventListener('pointerup', () => setTimeout(release), { once: true })
  })
  document.addEventListener('scroll', place, { passive: true, capture: true })
  editor.on('destroy', () => document.removeEventListener('scroll', place, { capture: true }))
  bar.addEventListener('focusout', placeSoon)
  place()
  return bar
}

function hasText({ state }: Editor): boolean {
  const { selection, doc } = state
  if (selection instanceof NodeSelection || selection.empty || selection.$from.parent.type.spec.code) return false
  return doc.textBetween(selection.from, selection.to).trim() !== ''
}
