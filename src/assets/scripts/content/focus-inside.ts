import { behaviour } from '../behaviours/behaviour.ts'

/** `<details data-focus-inside>`: whoever opens it is in its first input. */
behaviour('details[data-focus-inside]', (element) => {
  const details = element as HTMLDetailsElement
  const focus = (): void => {
    if (details.open) details.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }
  // The first frame after the click shows what is inside; before that it cannot take the focus.
  details.querySelector('summary')?.addEventListener('click', () => {
    requestAnimationFrame(() => requestAnimationFrame(focus))
  })
})
