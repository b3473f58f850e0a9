import { behaviour } from '../behaviours/behaviour.ts'

/** `<details data-focus-inside>`: focuses its first input when it is opened. */
behaviour('details[data-focus-inside]', (element) => {
  const details = element as HTMLDetailsElement
  const summary = details.querySelector('summary')
  /** Tries again until the input is rendered, which can take some frames, or until the user focuses something else. */
  const focus = (): void => {
    const isElsewhere = document.activeElement !== summary && document.activeElement !== document.body
    if (!details.isConnected || !details.open || isElsewhere) return
    details.querySelector<HTMLElement>('input:not([type=hidden], :disabled)')?.focus()
    requestAnimationFrame(focus)
  }
  summary?.addEventListener('click', () => requestAnimationFrame(focus))
})
