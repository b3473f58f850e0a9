import { reveal } from './reveal.ts'

/** Selector of elements that can be focused. */
const CONTROLS = '[contenteditable=true], input:not([type=hidden]), textarea, select, button'

/**
 * Scrolls to a field and focuses it.
 * @param id id of the field's element; if there is no such element, the field around it is used
 * @returns whether the field exists
 */
export function goToField(id: string): boolean {
  const field = fieldAt(id)
  if (field === null) return false
  reveal(field)
  const control = [field, ...holderOf(field).querySelectorAll<HTMLElement>(CONTROLS)].find(isReachable)
  const target = control ?? field
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'center' })
  return true
}

/**
 * Returns the element with this id, or that of the field around it, because a missing value may have no input of its
 * own; `null` if there is neither.
 */
function fieldAt(id: string): HTMLElement | null {
  const steps = id.split('-')
  for (let length = steps.length; length > 1; length -= 1) {
    const element = document.getElementById(steps.slice(0, length).join('-'))
    if (element !== null) return element
  }
  return null
}

function holderOf(field: HTMLElement): HTMLElement {
  return field.matches(CONTROLS) ? (field.closest<HTMLElement>('.field') ?? field) : field
}

/** Tells whether an element can be focused. The input of rich text is hidden behind its editor. */
function isReachable(element: HTMLElement): boolean {
  return element.matches(CONTROLS) && element.checkVisibility()
}
