import type { Editor } from '@tiptap/core'

/**
 * Alt+F10 goes from the text to the first bar that is there, as https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/ has it
 * for the toolbars of editors: in a table, Tab goes from cell to cell. Escape goes back.
 */
export function reachByKeys(bars: readonly HTMLElement[], editor: Editor): void {
  editor.view.dom.addEventListener('keydown', (event) => {
    if (event.key !== 'F10' || !event.altKey) return
    event.preventDefault()
    bars
      .find(({ hidden }) => !hidden)
      ?.querySelector<HTMLElement>('[tabindex="0"]')
      ?.focus()
  })
  for (const bar of bars) {
    bar.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      editor.commands.focus()
    })
  }
}
