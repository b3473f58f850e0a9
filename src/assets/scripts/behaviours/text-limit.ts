import { behaviour } from './behaviour.ts'
import { translatorOf } from './words.ts'

/** Part of the limit from which on the characters that are left are told. */
const NEAR = 0.9

/** Milliseconds after the last key until the count is spoken. */
const PAUSE = 1000

/**
 * `<input data-max="80">`: takes whatever is typed or pasted, says how much room is left near the limit and what is too much
 * past it, and keeps a form that the browser checks from being sent then. Nothing is cut.
 */
behaviour('input[data-max], textarea[data-max]', (element) => {
  const input = element as HTMLInputElement | HTMLTextAreaElement
  const max = Number(input.dataset.max)
  const translate = translatorOf(document.body)
  const count = document.createElement('p')
  count.className = 'text-limit'
  count.hidden = true
  let spoken: HTMLElement | null = null
  let timer = 0
  const speak = (text: string): void => {
    spoken ??= regionAfter(count)
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      if (spoken) spoken.textContent = text
    }, PAUSE)
  }

  const show = (): void => {
    const left = max - input.value.length
    // What a script makes fits; only somebody's own is counted.
    const isNear = left < 0 || (input.value.length >= max * NEAR && input.dataset.slugFrom === undefined)
    const text =
      left >= 0
        ? translate('{count} characters left', { count: left })
        : translate('{count} characters too many. At most {max} fit.', { count: -left, max })
    input.setCustomValidity(left < 0 ? text : '')
    count.dataset.over = String(left < 0)
    count.textContent = isNear ? text : ''
    count.hidden = !isNear
    if (left < 0) input.setAttribute('aria-invalid', 'true')
    else if (input.dataset.overLimit !== undefined) input.removeAttribute('aria-invalid')
    if (left < 0) input.dataset.overLimit = ''
    else delete input.dataset.overLimit
    if (isNear || spoken !== null) speak(count.textContent)
  }
  placeOf(input)?.after(count)
  input.addEventListener('input', show)
  // A script that fills in a text tells of it by an event; one that resets the form does not.
  input.form?.addEventListener('reset', () => setTimeout(show))
  show()
})

/** A region that screen readers follow, made for the first text that comes near its limit. */
function regionAfter(count: HTMLElement): HTMLElement {
  const region = document.createElement('span')
  region.className = 'sr-only'
  region.setAttribute('role', 'status')
  count.after(region)
  return region
}

/** The element below which there is room for a line; `null` where there is none, as in a row of filters. */
function placeOf(input: HTMLElement): Element | null {
  const holder = input.closest('.field')
  if (!holder) return input.closest('label') ?? (input.matches('textarea') ? input : null)
  let place: HTMLElement = input
  while (place.parentElement !== null && place.parentElement !== holder) place = place.parentElement
  return place
}
