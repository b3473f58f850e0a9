/** Minimum number of items at which a list shows them collapsed. */
const MANY = 5
const LONGEST = 90

/** Collapses an item to a summary line, or expands it. */
export function collapse(item: HTMLElement, isCollapsed: boolean): void {
  const toggle = item.querySelector<HTMLElement>(':scope > .form-item-head > [data-item-action=toggle]')
  const body = item.querySelector<HTMLElement>(':scope > [data-body]')
  const summary = toggle?.querySelector<HTMLElement>('[data-summary]')
  if (!toggle || !body || !summary) return
  summary.textContent = isCollapsed ? summaryOf(body) : ''
  body.hidden = isCollapsed
  toggle.setAttribute('aria-expanded', String(!isCollapsed))
}

/** Collapses the items of a list that has many, except for those with errors. */
export function collapseMany(list: HTMLElement): void {
  if (list.childElementCount < MANY) return
  for (const item of list.querySelectorAll<HTMLElement>(':scope > .form-item')) {
    if (!item.matches('[data-invalid=true], :has([data-invalid=true])')) collapse(item, true)
  }
}

/** Returns the first two values in an item. */
function summaryOf(body: HTMLElement): string {
  const parts = body.querySelectorAll<HTMLElement>(
    '[contenteditable=true], input:not([type=hidden], [type=checkbox], [role=combobox]), textarea, select, [data-chosen] [data-text]',
  )
  const texts = [...parts].map(textOf).filter((text) => text !== '')
  const text = texts.slice(0, 2).join(' · ')
  return text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text
}

/** Returns the text of a control; empty for rich text, whose input contains its tree. */
function textOf(part: HTMLElement): string {
  if (part instanceof HTMLTextAreaElement && part.closest('[data-rich-text]')) return ''
  if (part instanceof HTMLSelectElement) return part.value === '' ? '' : (part.selectedOptions[0]?.text ?? '')
  const text = part instanceof HTMLInputElement || part instanceof HTMLTextAreaElement ? part.value : part.textContent
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}
