import { behaviour } from './behaviour.ts'

/** Width below which the menu covers the page, in CSS pixels, as in the style sheet. */
const NARROW = 768

/** `<aside class="sidebar">` on a narrow screen: takes the focus, and closes on Esc or when it loses the focus. */
behaviour('aside.sidebar', (element) => {
  const drawer = element as HTMLElement & { close?: () => void }
  const button = document.querySelector<HTMLElement>(`[data-toggle="${drawer.id}"]`)
  const isOpen = (): boolean => drawer.getAttribute('aria-hidden') === 'false'
  const isOver = (): boolean => window.innerWidth < NARROW
  const tell = (): void => button?.setAttribute('aria-expanded', String(isOpen()))
  new MutationObserver(() => {
    tell()
    if (isOver() && isOpen()) drawer.querySelector<HTMLElement>('a[href]')?.focus()
  }).observe(drawer, { attributeFilter: ['aria-hidden'] })
  drawer.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOver()) return
    drawer.close?.()
    button?.focus()
  })
  drawer.addEventListener('focusout', ({ relatedTarget }) => {
    if (isOver() && relatedTarget instanceof Node && !drawer.contains(relatedTarget)) drawer.close?.()
  })
  tell()
})
