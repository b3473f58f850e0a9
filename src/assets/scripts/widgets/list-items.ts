import { ADDED, behaviour } from '../behaviours/behaviour.ts'
import { translatorOf } from '../behaviours/words.ts'
import { dragItems } from './drag-items.ts'

/** `<div data-items>`: adds items from its templates, moves and removes those there are. */
behaviour('[data-items]', (host) => {
  const list = host.querySelector<HTMLElement>(':scope > [data-list]')
  if (!list) return
  host.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('button')
    if (!button || button.closest('[data-items]') !== host) return
    if (button.dataset.add !== undefined) add(host, list, button.dataset.add)
    else if (button.dataset.itemAction) act(host, button, button.dataset.itemAction)
    else return
    changed(host)
  })
  dragItems(list, (item) => {
    tellPlace(host, item)
    changed(host)
  })
})

let made = 0

function changed(host: HTMLElement): void {
  host.dispatchEvent(new Event('input', { bubbles: true }))
  host.dispatchEvent(new Event('change', { bubbles: true }))
}

function add(host: HTMLElement, list: HTMLElement, type: string): void {
  const template = [...host.querySelectorAll('template')].find(
    (candidate) => candidate.closest('[data-items]') === host && (candidate.dataset.type ?? '') === type,
  )
  if (!template) return
  made += 1
  const fresh = document.createElement('template')
  // The key stands in names, ids and labels, and in those of the templates inside.
  fresh.innerHTML = template.innerHTML.replaceAll(template.dataset.key ?? '', `n${Date.now().toString(36)}${made}`)
  const item = fresh.content.firstElementChild
  list.append(fresh.content)
  document.dispatchEvent(new Event(ADDED))
  item?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')?.focus()
}

function act(host: HTMLElement, button: HTMLElement, action: string): void {
  const item = button.closest<HTMLElement>('[data-item]')
  if (!item) return
  const [before, after] = [item.previousElementSibling, item.nextElementSibling]
  if (action === 'remove') {
    const next =
      (after ?? before)?.querySelector<HTMLElement>('button') ?? host.querySelector<HTMLElement>('[data-add]')
    const count = (item.parentElement?.childElementCount ?? 1) - 1
    item.remove()
    next?.focus()
    tell(host, translatorOf(host)('Removed. {count} are left.', { count }))
    return
  }
  if (action === 'up' && before) before.before(item)
  if (action === 'down' && after) after.after(item)
  button.focus()
  tellPlace(host, item)
}

function tellPlace(host: HTMLElement, item: HTMLElement): void {
  const all = [...(item.parentElement?.children ?? [])]
  tell(
    host,
    translatorOf(host)('Moved to position {place} of {count}', { place: all.indexOf(item) + 1, count: all.length }),
  )
}

/** For who does not see the item move. */
function tell(host: HTMLElement, text: string): void {
  const place = host.querySelector(':scope > [data-told]')
  if (place) place.textContent = text
}
