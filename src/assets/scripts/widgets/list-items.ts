import { ADDED, behaviour } from '../behaviours/behaviour.ts'
import { onReveal } from '../behaviours/reveal.ts'
import { translatorOf } from '../behaviours/words.ts'
import { dragItems } from './drag-items.ts'
import { copyInto, makeItem, typeOf } from './item-copy.ts'
import { collapse, collapseMany } from './item-summary.ts'

/** `<div data-items>`: adds items from its templates; moves, duplicates, collapses and removes existing ones. */
behaviour('[data-items]', (host) => {
  const list = host.querySelector<HTMLElement>(':scope > [data-list]')
  if (!list) return
  host.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('button')
    if (!button || button.closest('[data-items]') !== host) return
    const { add: type, itemAction } = button.dataset
    const item = button.closest<HTMLElement>('[data-item]')
    if (type !== undefined) add(host, list, type, button.closest('[data-insert]'))
    else if (itemAction && item && ACTIONS[itemAction]?.({ host, list, item, button }) !== true) return
    else if (!itemAction) return
    changed(host)
  })
  onReveal(list, (element) => {
    const item = [...list.children].find((one) => one.contains(element))
    if (item) collapse(item as HTMLElement, false)
  })
  dragItems(list, (item) => {
    tellPlace(host, item)
    changed(host)
  })
  collapseMany(list)
})

interface Pressed {
  readonly host: HTMLElement
  readonly list: HTMLElement
  readonly item: HTMLElement
  readonly button: HTMLElement
}

/** Actions of an item's buttons; they return `true` if the document has changed. */
const ACTIONS: Readonly<Record<string, (pressed: Pressed) => boolean>> = {
  toggle: ({ item, button }) => {
    collapse(item, button.getAttribute('aria-expanded') === 'true')
    return false
  },
  up: ({ host, item, button }) => {
    item.previousElementSibling?.before(item)
    button.focus()
    tellPlace(host, item)
    return true
  },
  down: ({ host, item, button }) => {
    item.nextElementSibling?.after(item)
    button.focus()
    tellPlace(host, item)
    return true
  },
  duplicate: ({ host, item }) => {
    const copy = makeItem(host, typeOf(item))
    if (copy === null) return false
    copyInto(item, copy)
    item.after(copy)
    document.dispatchEvent(new Event(ADDED))
    copy.querySelector<HTMLElement>('[data-item-action=duplicate]')?.focus()
    tellPlace(host, copy, 'Duplicated at position {place} of {count}')
    return true
  },
  insert: ({ host, list, item, button }) => offerKinds(host, list, item, button),
  remove: ({ host, list, item }) => {
    const near = item.nextElementSibling ?? item.previousElementSibling
    const next =
      near?.querySelector<HTMLElement>('[data-item-action=remove]') ?? host.querySelector<HTMLElement>('[data-add]')
    item.remove()
    next?.focus()
    tell(host, translatorOf(host)('Removed. {count} are left.', { count: list.childElementCount }))
    return true
  },
}

function changed(host: HTMLElement): void {
  host.dispatchEvent(new Event('input', { bubbles: true }))
  host.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Adds an item at the end, or at the position where kinds are offered between two items. */
function add(host: HTMLElement, list: HTMLElement, type: string, offered: Element | null): void {
  const item = makeItem(host, type)
  if (item === null) return
  if (offered) offered.replaceWith(item)
  else list.append(item)
  document.dispatchEvent(new Event(ADDED))
  focusIn(item)
}

/** Focuses the first control of an item. A rich text editor appears a moment later. */
function focusIn(item: HTMLElement): void {
  const control = item
    .querySelector<HTMLElement>('[data-body], .form-item-value')
    ?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select, [contenteditable=true]')
  control?.focus()
}

/**
 * Inserts an item before another one if there is only one kind; otherwise offers the kinds. Returns whether an item was
 * inserted.
 */
function offerKinds(host: HTMLElement, list: HTMLElement, before: HTMLElement, button: HTMLElement): boolean {
  const kinds = [...host.querySelectorAll<HTMLElement>(':scope > [data-add-buttons] > [data-add]')]
  const [only] = kinds
  list.querySelector(':scope > [data-insert]')?.remove()
  const offer = document.createElement('div')
  offer.className = 'form-insert'
  offer.dataset.insert = ''
  before.before(offer)
  if (only && kinds.length === 1) {
    add(host, list, only.dataset.add ?? '', offer)
    return true
  }
  const close = (): void => {
    offer.remove()
    button.focus()
  }
  const cancel = document.createElement('button')
  cancel.type = 'button'
  cancel.className = 'btn'
  cancel.dataset.variant = 'ghost'
  cancel.dataset.size = 'sm'
  cancel.textContent = translatorOf(host)('Cancel')
  cancel.addEventListener('click', close)
  offer.append(...kinds.map((kind) => kind.cloneNode(true)), cancel)
  offer.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  })
  offer.querySelector<HTMLElement>('button')?.focus()
  return false
}

function tellPlace(host: HTMLElement, item: HTMLElement, text = 'Moved to position {place} of {count}'): void {
  const all = [...(item.parentElement?.children ?? [])]
  tell(host, translatorOf(host)(text, { place: all.indexOf(item) + 1, count: all.length }))
}

/** Announces a change to screen readers. */
function tell(host: HTMLElement, text: string): void {
  const place = host.querySelector(':scope > [data-told]')
  if (place) place.textContent = text
}
