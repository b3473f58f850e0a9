import { behaviour } from '../behaviours/behaviour.ts'
import { directionOf } from './point.ts'

/** Checkboxes of the library: ranges with shift, one for all, and arrow keys that move between files. */
behaviour('[data-media-select]', (form) => {
  const ticks = [...form.querySelectorAll<HTMLInputElement>('[data-media-tick]')]
  const status = form.querySelector<HTMLElement>('[data-media-selected]')
  const all = form.querySelector<HTMLElement>('[data-media-all]')
  const allTick = all?.querySelector('input')
  const tools = form.querySelector<HTMLElement>('[data-media-tools]')
  const unticked = status?.textContent ?? ''
  let last = -1
  const show = (): void => {
    const count = ticks.filter(({ checked }) => checked).length
    if (status)
      status.textContent =
        count === 0 ? unticked : (status.dataset.mediaSelected ?? '').replace('{count}', String(count))
    if (allTick) {
      allTick.checked = count === ticks.length
      allTick.indeterminate = count > 0 && count < ticks.length
    }
    if (tools) tools.hidden = count === 0
  }
  if (all) all.hidden = false
  allTick?.addEventListener('change', () => {
    for (const tick of ticks) tick.checked = allTick.checked
    show()
  })
  ticks.forEach((tick, index) => {
    tick.addEventListener('click', (event) => {
      if (event.shiftKey && last >= 0) {
        for (const other of ticks.slice(Math.min(last, index), Math.max(last, index) + 1)) other.checked = tick.checked
      }
      last = index
      show()
    })
  })
  form.addEventListener('keydown', (event) => moveOrTick(event, form, ticks, show))
  form.addEventListener('change', show)
  show()
})

/**
 * Handles keys: arrow keys move between files, and with shift also check the file that they reach; `x` checks or
 * unchecks the focused file.
 */
function moveOrTick(
  event: KeyboardEvent,
  form: HTMLElement,
  ticks: readonly HTMLInputElement[],
  show: () => void,
): void {
  const item = (event.target as Element).closest('[data-media-items] li, [data-media-items] tr')
  if (!item || event.ctrlKey || event.metaKey || event.altKey) return
  const items = [...form.querySelectorAll<HTMLElement>('[data-media-items] li, [data-media-items] tbody tr')]
  const index = items.indexOf(item as HTMLElement)
  if (event.key.toLowerCase() === 'x') {
    event.preventDefault()
    ticks[index]?.click()
    return
  }
  // In a checkbox, Enter would submit the form with its first action.
  if (event.key === 'Enter' && (event.target as Element).matches('[data-media-tick]')) event.preventDefault()
  const [across, down] = directionOf(event.key)
  if (across === 0 && down === 0) return
  event.preventDefault()
  const next = items[index + across + down * columnsOf(items)]
  if (!next) return
  const tick = ticks[items.indexOf(next)]
  if (event.shiftKey && tick) tick.checked = true
  next.querySelector<HTMLElement>('a')?.focus()
  show()
}

/** Returns the number of files in a row. */
function columnsOf(items: readonly HTMLElement[]): number {
  const top = items[0]?.offsetTop
  const second = items.findIndex(({ offsetTop }) => offsetTop !== top)
  return second === -1 ? items.length : second
}
