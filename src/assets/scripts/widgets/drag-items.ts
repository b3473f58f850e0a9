/** Lets the user move items of a list by their handles, with a mouse, a pen or a finger. */
export function dragItems(list: HTMLElement, moved: (item: HTMLElement) => void): void {
  const showHandles = (): void => {
    for (const handle of list.querySelectorAll<HTMLElement>(
      ':scope > [data-item] > [data-handle], :scope > [data-item] > * > [data-handle]',
    )) {
      handle.hidden = false
      handle.classList.add('touch-none')
    }
  }
  showHandles()
  new MutationObserver(showHandles).observe(list, { childList: true })
  list.addEventListener('pointerdown', (event) => {
    const handle = (event.target as Element).closest<HTMLElement>('[data-handle]')
    const item = handle?.closest<HTMLElement>('[data-item]')
    if (!handle || item?.parentElement !== list) return
    event.preventDefault()
    follow(list, item, event.pointerId, handle, moved)
  })
}

function follow(
  list: HTMLElement,
  item: HTMLElement,
  pointer: number,
  handle: HTMLElement,
  moved: (item: HTMLElement) => void,
): void {
  const before = item.nextElementSibling
  item.classList.add('opacity-60', 'ring-2', 'ring-ring')
  const move = (event: PointerEvent): void => {
    const under = [...list.children].find((other) => {
      const { top, bottom } = other.getBoundingClientRect()
      return event.clientY >= top && event.clientY <= bottom
    })
    if (!under || under === item) return
    const { top, height } = under.getBoundingClientRect()
    const isBelow = event.clientY > top + height / 2
    // An item moves when the pointer passes the middle of the other one, so that large items do not flicker.
    if (isBelow && item.compareDocumentPosition(under) & Node.DOCUMENT_POSITION_FOLLOWING) under.after(item)
    else if (!isBelow && item.compareDocumentPosition(under) & Node.DOCUMENT_POSITION_PRECEDING) under.before(item)
  }
  const end = (event: Event): void => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', end)
    window.removeEventListener('keydown', cancelByKey)
    item.classList.remove('opacity-60', 'ring-2', 'ring-ring')
    if (event.type === 'pointerup' && item.nextElementSibling !== before) moved(item)
    else if (event.type !== 'pointerup') list.insertBefore(item, before)
  }
  const cancelByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') end(event)
  }
  if (handle.hasPointerCapture(pointer)) handle.releasePointerCapture(pointer)
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
  window.addEventListener('keydown', cancelByKey)
}
