import { ADDED, behaviour } from '../behaviours/behaviour.ts'
import { type Translate, translatorOf } from '../behaviours/words.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'
import { controlFor, type InlineField } from './inline-controls.ts'

/** The list that a cell belongs to. */
interface List {
  readonly collection: string
  readonly translate: Translate
  readonly tell: (text: string) => void
}

/** The change that a form makes. */
interface Change {
  readonly field: InlineField
  /** Name of the form for screen readers. */
  readonly name: string
  readonly value: unknown
}

/**
 * `[data-inline="posts"]`: turns cells with `data-edit` into buttons that open a small form, which saves through the
 * API.
 */
behaviour('[data-inline]', (element) => {
  const status = element.querySelector<HTMLElement>('[data-inline-told]')
  const list: List = {
    collection: element.dataset.inline ?? '',
    translate: translatorOf(element),
    tell: (text) => {
      if (status) status.textContent = text
    },
  }
  startCells(element, list)
})

function startCells(element: Element, list: List): void {
  for (const cell of element.querySelectorAll<HTMLElement>('td[data-edit]')) {
    const field = JSON.parse(cell.dataset.edit ?? '') as InlineField // written by the page
    const row = cell.closest<HTMLElement>('[data-row]')
    if (!row) continue
    const title = row.querySelector('[data-open]')?.textContent ?? ''
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'inline-cell'
    button.setAttribute('aria-haspopup', 'dialog')
    const name = list.translate('Change {field} of {title}', { field: field.label, title })
    button.setAttribute('aria-label', `${name}: ${(cell.textContent ?? '').trim()}`)
    button.append(...cell.childNodes)
    cell.append(button)
    button.addEventListener('click', () =>
      open(button, row, { field, name, value: JSON.parse(cell.dataset.value ?? 'null') }, list),
    )
  }
}

/**
 * Shows the form of a cell over the page. Escape and saving close it and return the focus to the button; a click
 * elsewhere only closes it.
 */
function open(button: HTMLElement, row: HTMLElement, { field, name, value }: Change, list: List): void {
  const { translate } = list
  const popover = document.createElement('div')
  popover.popover = 'auto'
  popover.className = 'inline-popover'
  popover.role = 'dialog'
  popover.ariaLabel = name
  const form = document.createElement('form')
  form.className = 'grid gap-3'
  const control = controlFor(field, value, { translate, submit: () => form.requestSubmit() })
  const problem = document.createElement('p')
  problem.className = 'text-sm text-destructive'
  problem.role = 'alert'
  const save = document.createElement('button')
  save.type = 'submit'
  save.className = 'btn'
  save.dataset.size = 'sm'
  save.textContent = translate('Save')
  form.append(control.element, ...warning(row, field, translate), problem, save)
  popover.append(form)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    save.disabled = true
    const refusal = await change(row, { [field.name]: control.read() }, list)
    save.disabled = false
    if (refusal !== null) problem.textContent = refusal
    else {
      popover.hidePopover()
      await refresh(row, field.name, list)
    }
  })
  popover.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return
    popover.remove()
    // The row and the button may have been replaced while the form was open.
    const hasNone = document.activeElement === null || document.activeElement === document.body
    if (!button.isConnected && hasNone) buttonOf(rowShown(row), field.name)?.focus()
  })
  document.body.append(popover)
  popover.showPopover()
  placeBelow(popover, button)
  control.focus()
}

/** Returns a warning that a change to a published document is public at once. */
function warning({ dataset: { live } }: HTMLElement, { name }: InlineField, translate: Translate): Element[] {
  if (live === undefined || name === 'status') return []
  const note = document.createElement('p')
  note.className = 'max-w-64 text-sm text-muted-foreground'
  note.textContent =
    live === 'changes'
      ? translate('Readers see this change at once. Pending changes to the document are kept.')
      : translate('Readers see this change at once.')
  return [note]
}

function placeBelow(popover: HTMLElement, button: HTMLElement): void {
  const { left, bottom, top } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popover
  const fitsBelow = bottom + offsetHeight + 8 < window.innerHeight
  popover.style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`
  popover.style.top = `${fitsBelow ? bottom + 4 : Math.max(8, top - offsetHeight - 4)}px`
}

/** Changes one property; returns the reason if that fails, `null` otherwise. */
async function change(row: HTMLElement, body: object, list: List): Promise<string | null> {
  const { collection, translate } = list
  try {
    const response = await fetchSignedIn(`/api/${collection}/${encodeURIComponent(row.dataset.id ?? '')}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'If-Match': row.dataset.match ?? '*' },
      body: JSON.stringify(body),
    })
    if (response.ok) return null
    if (response.status === 412) {
      await refresh(row, null, list)
      return translate(
        'Somebody else has changed this document in the meantime. The list shows it as it is now: try again.',
      )
    }
    const { detail = response.statusText, errors = [] } = (await response.json()) as Problem // RFC 9457
    return errors[0]?.message ?? detail
  } catch {
    return translate('The service cannot be reached. Nothing was changed: try again.')
  }
}

interface Problem {
  readonly detail?: string
  readonly errors?: readonly { readonly message: string }[]
}

/**
 * Replaces the row with its current version. Other columns may have changed, and the list may no longer contain the
 * row.
 */
async function refresh(row: HTMLElement, name: string | null, list: List): Promise<void> {
  const response = await fetchSignedIn(location.href, { headers: { accept: 'text/html', 'HX-Request': 'true' } }).catch(
    () => null,
  )
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const fresh = rowShown(row, page)
  const shown = rowShown(row)
  if (fresh === null) {
    shown?.remove()
    list.tell(list.translate('Saved. The document no longer matches the filters.'))
    return
  }
  // An open form continues with the current version of the document.
  row.dataset.match = fresh.dataset.match
  const before = shown?.querySelector<HTMLInputElement>('[data-select]')
  const after = fresh.querySelector<HTMLInputElement>('[data-select]')
  if (before && after) after.checked = before.checked
  // The focus is only restored if it has not moved elsewhere.
  const inFocus = document.activeElement?.closest<HTMLElement>('td[data-edit]') ?? null
  const focused = inFocus && shown?.contains(inFocus) ? nameOf(inFocus) : null
  shown?.replaceWith(fresh)
  startCells(fresh, list)
  if (focused !== null) buttonOf(fresh, focused)?.focus()
  document.dispatchEvent(new Event(ADDED))
  if (name === null) return
  list.tell(list.translate('Saved'))
}

/** Returns the row of the same document in a page, by default the current one. */
function rowShown({ dataset }: HTMLElement, page: Document = document): HTMLElement | null {
  return page.querySelector<HTMLElement>(`[data-row][data-id="${CSS.escape(dataset.id ?? '')}"]`)
}

function nameOf({ dataset }: HTMLElement): string {
  return (JSON.parse(dataset.edit ?? '{}') as InlineField).name // written by the page
}

function buttonOf(row: HTMLElement | null, name: string): HTMLElement | null {
  const cells = [...(row?.querySelectorAll<HTMLElement>('td[data-edit]') ?? [])]
  return cells.find((cell) => nameOf(cell) === name)?.querySelector('button') ?? null
}
