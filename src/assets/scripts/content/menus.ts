import { behaviour } from '../behaviours/behaviour.ts'

/** `<details data-menu>`: closes on a click outside it, or on Escape. */
behaviour('details[data-menu]', (element) => {
  const menu = element as HTMLDetailsElement
  document.addEventListener('click', (event) => {
    if (menu.open && !menu.contains(event.target as Node)) menu.open = false
  })
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
})
