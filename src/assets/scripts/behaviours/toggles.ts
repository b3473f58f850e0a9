import { behaviour } from './behaviour.ts'

/** `<button data-toggle="menu">`: opens and closes the sidebar with this id. */
behaviour('button[data-toggle]', (button) => {
  button.addEventListener('click', () => {
    const target = document.getElementById(button.dataset.toggle ?? '') as
      | (HTMLElement & { toggle?: () => void })
      | null
    target?.toggle?.() // added by the sidebar's own script
  })
})
