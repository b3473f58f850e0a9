import { behaviour } from '../behaviours/behaviour.ts'

/** `[data-results]` and `dialog[data-keys]`: keyboard navigation in a list. The dialog lists the keys. */
const ACTIONS: Readonly<Record<string, () => boolean>> = {
  j: () => move(1),
  ArrowDown: () => isInList() && move(1),
  k: () => move(-1),
  ArrowUp: () => isInList() && move(-1),
  x: tick,
  '/': () => focusOn(document.querySelector<HTMLInputElement>('[data-search]')),
  n: () => press(document.querySelector<HTMLElement>('[data-new]')),
  '?': showSheet,
}

behaviour('dialog[data-keys]', (sheet) => {
  const button = document.querySelector<HTMLElement>('[data-show-keys]')
  if (button) {
    button.hidden = false
    button.addEventListener('click', showSheet)
  }
  const listen = (event: KeyboardEvent): void => {
    if (!sheet.isConnected) {
      document.removeEventListener('keydown', listen)
      return
    }
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target) ||
      document.querySelector('dialog[open]')
    )
      return
    if (ACTIONS[event.key]?.()) event.preventDefault()
  }
  document.addEventListener('keydown', listen)
})

/** Tells whether the target is a field in which the user types. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select')
}

function rows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-results] [data-row]')]
}

function current(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
}

/** Tells whether the focus is in the list. Otherwise arrow keys scroll the page. */
function isInList(): boolean {
  return current() !== null
}

function move(step: number): boolean {
  const all = rows()
  const row = current()
  const at = row === null ? -1 : all.indexOf(row)
  const next = at === -1 ? all[0] : all[Math.min(all.length - 1, Math.max(0, at + step))]
  return focusOn(next?.querySelector<HTMLElement>('[data-open]') ?? null)
}

function tick(): boolean {
  return press(current()?.querySelector<HTMLElement>('[data-select]') ?? null)
}

function focusOn(element: HTMLElement | null): boolean {
  element?.focus()
  return element !== null
}

function press(element: HTMLElement | null): boolean {
  element?.click()
  return element !== null
}

function showSheet(): boolean {
  const sheet = document.querySelector<HTMLDialogElement>('dialog[data-keys]')
  sheet?.showModal()
  return sheet !== null
}
