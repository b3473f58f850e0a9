import { behaviour } from '../behaviours/behaviour.ts'
import { goToField } from '../behaviours/go-to-field.ts'

/** `<a data-field-link href="#field-title">`: scrolls to a field and focuses it. */
behaviour('a[data-field-link]', (link) => {
  link.addEventListener('click', (event) => {
    if (goToField((link.getAttribute('href') ?? '').slice(1))) event.preventDefault()
  })
})
