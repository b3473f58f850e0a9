import { behaviour } from '../behaviours/behaviour.ts'
import { reveal } from './reveal.ts'

/** Elements that somebody can type into or press. */
const CONTROLS = '[contenteditable=true], input:not([type=hidden]), textarea, select, button'

/** `<a data-field-link href="#field-title">`: goes to a field and puts the cursor into it. */
behaviour('a[data-field-link]', (link) => {
  link.addEventListener('click', (event) => {
    const field = fieldAt(link.getAttribute('href') ?? '')
    if (field === null) return
    event.preventDefault()
    reveal(field)
    const control = [field, ...holderOf(field).querySelectorAll<HTMLElement>(CONTROLS)].find(isReachable)
    const target = control ?? field
    target.focus({ preventScroll: true })
    target.scrollIntoView({ block: 'center' })
  })
})

/** The element with this id, or that of the field around it: a value that is missing may have no input of its own. */
function fieldAt(href: string): HTMLElement | null {
  const steps = href.slice(1).split('-')
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
