import type { Editor } from '@tiptap/core'
import type { Tool } from './tool.ts'

const ON = 'focus'

/** Creates the tool that shows only the text, over the rest of the page, until the button or Escape ends it. */
export function createFocusMode(frame: HTMLElement, editor: Editor): Tool {
  const isOn = (): boolean => frame.dataset.mode === ON
  const set = (on: boolean): void => {
    if (on === isOn()) return
    if (on) frame.dataset.mode = ON
    else delete frame.dataset.mode
    document.documentElement.classList.toggle('overflow-hidden', on)
    editor.view.dispatch(editor.state.tr) // an empty transaction updates the button
    editor.commands.focus()
    editor.commands.scrollIntoView()
  }
  frame.addEventListener('keydown', (event) => {
    const isKey = event.key.toLowerCase() === 'f' && event.shiftKey && (event.ctrlKey || event.metaKey)
    if (isKey) set(!isOn())
    else if (event.key === 'Escape' && isOn()) set(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  return { icon: 'maximize-2', label: 'Focus mode', keys: 'Control+Shift+F', run: () => set(!isOn()), isOn }
}
