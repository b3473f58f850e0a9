import { behaviour } from '../behaviours/behaviour.ts'

/** `<button data-confirm="Delete it?">`: asks for confirmation. */
behaviour('button[data-confirm]', (button) => {
  button.addEventListener('click', (event) => {
    if (!window.confirm(button.dataset.confirm)) event.preventDefault()
  })
})
