import type { Editor } from '@tiptap/core'

/**
 * Makes Alt+F10 move the focus from the text to the first visible toolbar, as
 * https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/ recommends for editors, in which Tab has another meaning. Escape
 * returns to the text.
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
