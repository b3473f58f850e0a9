import { behaviour } from '../behaviours/behaviour.ts'

/** `<textarea data-one-line>`: one line of text that may wrap. Enter moves to the next input. */
behaviour('textarea[data-one-line]', (element) => {
  const input = element as HTMLTextAreaElement
  const grow = (): void => {
    if (CSS.supports('field-sizing', 'content')) return
    input.style.height = 'auto'
    input.style.height = `${input.scrollHeight}px`
  }
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const controls = [...(input.form?.elements ?? [])] as HTMLElement[]
    const next = controls
      .slice(controls.indexOf(input) + 1)
      .find((control) => control.matches('input:not([type=hidden]), textarea, select') && control.checkVisibility())
    next?.focus()
  })
  input.addEventListener('input', () => {
    if (input.value.includes('\n')) {
      const at = input.selectionStart
      input.value = input.value.replaceAll(/\r?\n/g, ' ')
      input.setSelectionRange(at, at)
    }
    grow()
  })
  grow()
})
