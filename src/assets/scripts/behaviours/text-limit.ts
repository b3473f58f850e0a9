import { behaviour } from './behaviour.ts'
import { translatorOf } from './words.ts'

/** Fraction of the limit at which the number of remaining characters appears. */
const NEAR = 0.9

/** Milliseconds after the last key until screen readers announce the count. */
const PAUSE = 1000

/**
 * `<input data-max="80">`: accepts any text; near the limit, shows how many characters are left, or by how many the
 * text is too long. Prevents sending a form with text that is too long. Truncates nothing.
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
    // A slug made by a script always fits; only typed text is counted.
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
  // Scripts that fill in a text dispatch an event; resetting the form does not.
  input.form?.addEventListener('reset', () => setTimeout(show))
  show()
})

/** Returns the live region for screen readers, which is created when a text first comes near its limit. */
function regionAfter(count: HTMLElement): HTMLElement {
  const region = document.createElement('span')
  region.className = 'sr-only'
  region.setAttribute('role', 'status')
  count.after(region)
  return region
}

/** Returns the element after which the count is shown; `null` if there is no room, as in a row of filters. */
function placeOf(input: HTMLElement): Element | null {
  const holder = input.closest('.field')
  if (!holder) return input.closest('label') ?? (input.matches('textarea') ? input : null)
  let place: HTMLElement = input
  while (place.parentElement !== null && place.parentElement !== holder) place = place.parentElement
  return place
}
