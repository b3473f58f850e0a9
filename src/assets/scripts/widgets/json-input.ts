import { behaviour } from '../behaviours/behaviour.ts'
import { translatorOf } from '../behaviours/words.ts'
import { showFieldError } from '../content/field-errors.ts'

/** `<div data-json>`: shows where text is not valid JSON, and has a button that formats valid JSON. */
behaviour('[data-json]', (host) => {
  const input = host.querySelector('textarea')
  const button = host.querySelector<HTMLButtonElement>('[data-format]')
  const form = input?.form
  if (!input || !button || !form) return
  const translate = translatorOf(host)
  const read = (): unknown => {
    try {
      const value: unknown = input.value.trim() === '' ? null : JSON.parse(input.value)
      showFieldError(form, input.name, null)
      return value
    } catch (error) {
      const place = placeOf(input.value, error)
      showFieldError(
        form,
        input.name,
        place === null
          ? translate('This is not valid JSON.')
          : translate('This is not valid JSON: line {line}, column {column}.', place),
      )
      return null
    }
  }
  button.hidden = false
  // The message disappears when the input loses the focus, and the button must not move under the pointer.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', () => {
    const value = read()
    if (value === null) return
    input.value = JSON.stringify(value, null, 2)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  input.addEventListener('change', (event) => {
    // Syntax errors are shown here; the service reports all others.
    if (read() === null && input.value.trim() !== '' && input.value.trim() !== 'null') event.stopPropagation()
  })
})

/**
 * Returns the position of a syntax error; `null` if the message contains none. Browsers report the position as an
 * index, or as a line and a column.
 */
function placeOf(text: string, error: unknown): { readonly line: number; readonly column: number } | null {
  const message = String(error)
  const lines = /line (\d+) column (\d+)/.exec(message)
  if (lines) return { line: Number(lines[1]), column: Number(lines[2]) }
  const position = /position (\d+)/.exec(message)?.[1]
  const isCut = /end of (?:JSON|data|input)/i.test(message)
  if (position === undefined && !isCut) return null
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
