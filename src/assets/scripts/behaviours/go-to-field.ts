import { reveal } from './reveal.ts'

/** Elements that somebody can type into or press. */
const CONTROLS = '[contenteditable=true], input:not([type=hidden]), textarea, select, button'

/**
 * Goes to a field and puts the cursor into it.
 * @param id of its element; where there is none, of the field around it
 * @returns whether there is such a field
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

/** The element with this id, or that of the field around it: a value that is missing may have no input of its own. */
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

/** The input of formatted text is hidden behind its editor. */
function isReachable(element: HTMLElement): boolean {
  return element.matches(CONTROLS) && element.checkVisibility()
}
