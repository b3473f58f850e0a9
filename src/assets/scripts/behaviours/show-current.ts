import { behaviour } from './behaviour.ts'

/** `<nav data-shows-current>`: scrolls horizontally until the link to the current page is visible. */
behaviour('nav[data-shows-current]', (nav) => {
  const current = nav.querySelector<HTMLElement>('[aria-current=page]')
  if (!current) return
  const left = current.getBoundingClientRect().left - nav.getBoundingClientRect().left
  nav.scrollLeft += left - (nav.clientWidth - current.offsetWidth) / 2
})
