import type { DocHit } from '../../../docs/search-docs.ts'

/** The list of results below a search field, as in https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. */
export interface Results {
  show(hits: readonly DocHit[], query: string): void
  /** Shows a sentence in place of results. */
  say(text: string): void
  close(): void
  isOpen(): boolean
  /** Selects the next or the previous result. */
  move(by: 1 | -1): void
  /** Opens the selected result; returns whether there is one. */
  go(inNewTab: boolean): boolean
}

/** Creates the list and connects it with its field. */
export function createResults(
  form: HTMLFormElement,
  field: HTMLInputElement,
  addressOf: (hit: DocHit) => string,
): Results {
  const list = create('ul', { id: 'search-results', role: 'listbox', 'aria-label': 'Search results', hidden: '' })
  const status = create('p', { role: 'status', class: 'status' })
  form.append(list, status)
  for (const [name, value] of Object.entries(COMBOBOX)) field.setAttribute(name, value)

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const chosen = (): HTMLElement | undefined => options().find((option) => option.ariaSelected === 'true')

  const choose = (option: HTMLElement | undefined): void => {
    for (const other of options()) other.ariaSelected = String(other === option)
    if (option) field.setAttribute('aria-activedescendant', option.id)
    else field.removeAttribute('aria-activedescendant')
    option?.scrollIntoView({ block: 'nearest' })
  }
  const open = (isOpen: boolean, text: string): void => {
    list.hidden = !isOpen
    field.ariaExpanded = String(isOpen)
    status.textContent = text
  }
  const go = (option: HTMLElement | undefined, inNewTab: boolean): boolean => {
    const address = option?.dataset.address
    if (address === undefined || list.hidden) return false
    close()
    if (inNewTab) window.open(address, '_blank', 'noopener')
    else window.location.assign(address)
    return true
  }
  const close = (): void => {
    choose(undefined)
    open(false, '')
  }
  list.addEventListener('mousedown', (event) => event.preventDefault()) // the field keeps the focus
  list.addEventListener('click', (event) => {
    const option = (event.target as HTMLElement).closest<HTMLElement>('[role=option]')
    go(option ?? undefined, event.ctrlKey || event.metaKey)
  })
  return {
    show(hits, query) {
      list.replaceChildren(...hits.map((hit, index) => optionOf(hit, index, addressOf(hit))))
      open(hits.length > 0, hits.length > 0 ? countOf(hits.length) : `Nothing was found for “${query}”.`)
      choose(options()[0])
    },
    say(text) {
      close()
      status.textContent = text
    },
    close,
    isOpen: () => !list.hidden,
    move(by) {
      const all = options()
      const current = all.findIndex((option) => option.ariaSelected === 'true')
      choose(all[(current + by + all.length) % all.length])
    },
    go: (inNewTab) => go(chosen(), inNewTab),
  }
}

const COMBOBOX = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': 'false',
  'aria-controls': 'search-results',
  'aria-keyshortcuts': '/',
}

function optionOf({ title, heading, excerpt }: DocHit, index: number, address: string): HTMLElement {
  const option = create('li', { id: `search-result-${index}`, role: 'option', 'data-address': address })
  const head = create('strong', {})
  head.textContent = heading
  const page = create('small', {})
  page.textContent = heading === title ? '' : title
  const text = create('span', {})
  text.textContent = excerpt
  option.append(head, page, text)
  return option
}

function countOf(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}

function create(tag: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
