import { behaviour } from './behaviour.ts'

/** `<nav data-shows-current>`: moves sideways until the link to the page itself is in sight. */
behaviour('nav[data-shows-current]', (nav) => {
  const current = nav.querySelector<HTMLElement>('[aria-current=page]')
  if (!current) return
  const left = current.getBoundingClientRect().left - nav.getBoundingClientRect().left
  nav.scrollLeft += left - (nav.clientWidth - current.offsetWidth) / 2
})
