import type { Translate } from '../../behaviours/words.ts'
import { fetchSignedIn } from '../../session/fetch-signed-in.ts'

/** A document as the target of a link. */
export interface LinkedDocument {
  readonly collection: string
  readonly collectionLabel: string
  readonly id: string
  readonly label: string
}

export interface Suggestions {
  /** Returns the chosen document; `null` if the input contains something else. */
  readonly chosen: () => LinkedDocument | null
}

/** Milliseconds without typing after which documents are searched. */
const PAUSE = 200
/** Matches text that is an address rather than a title. */
const ADDRESS = /^(?:https?:|mailto:|tel:|[/#]|\.)/i

let lists = 0

/**
 * Suggests documents below an input while the user types words of their titles: arrow keys select, Enter accepts
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 * @param current the link's current document
 */
export function suggestDocuments(
  input: HTMLInputElement,
  address: string,
  current: LinkedDocument | null,
  translate: Translate,
): Suggestions {
  lists += 1
  const list = document.createElement('div')
  list.id = `link-options-${lists}`
  list.className = 'rich-text-options'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', translate('Documents'))
  list.hidden = true
  const status = document.createElement('span')
  status.className = 'text-xs text-muted-foreground empty:hidden'
  status.setAttribute('role', 'status')
  const set = (attributes: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  }
  set({ role: 'combobox', autocomplete: 'off', 'aria-expanded': 'false', 'aria-controls': list.id })
  input.setAttribute('aria-autocomplete', 'list')
  let chosen = current
  let found: readonly LinkedDocument[] = []
  let marked = -1
  let requests = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const close = (): void => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
    marked = -1
  }
  const tell = (): void => {
    status.textContent = chosen ? translate('A document in {collection}', { collection: chosen.collectionLabel }) : ''
  }
  const choose = (document: LinkedDocument): void => {
    chosen = document
    input.value = document.label
    close()
    tell()
  }
  const mark = (index: number): void => {
    marked = (index + found.length) % found.length
    for (const [at, line] of [...list.children].entries()) line.setAttribute('aria-selected', String(at === marked))
    list.children[marked]?.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', `${list.id}-${marked}`)
  }
  const show = (documents: readonly LinkedDocument[]): void => {
    found = documents
    marked = -1
    list.replaceChildren(...documents.map((document, index) => createOption(document, `${list.id}-${index}`, choose)))
    list.hidden = documents.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
    status.textContent = documents.length === 0 ? translate('No document has this title.') : ''
  }
  const look = async (): Promise<void> => {
    requests += 1
    const number = requests
    const documents = await find(address, input.value)
    if (number !== requests || !input.isConnected || chosen) return
    if (documents) show(documents)
    else status.textContent = translate('The list cannot be loaded. Try again.')
  }
  input.addEventListener('input', () => {
    chosen = null
    tell()
    close()
    clearTimeout(timer)
    requests += 1
    if (!ADDRESS.test(input.value)) timer = setTimeout(() => void look(), PAUSE)
  })
  input.addEventListener('keydown', (event) => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => mark(marked + 1),
      ArrowUp: () => mark(marked === -1 ? found.length - 1 : marked - 1),
      Escape: close,
      ...(found[marked] && { Enter: () => choose(found[marked] as LinkedDocument) }), // checked by the condition
    }
    const act = list.hidden ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  })
  input.addEventListener('blur', () => setTimeout(close, 150))
  input.after(list, status)
  tell()
  if (input.value === '') void look()
  return { chosen: () => chosen }
}

async function find(address: string, words: string): Promise<readonly LinkedDocument[] | null> {
  try {
    const response = await fetchSignedIn(`${address}?${new URLSearchParams({ q: words.slice(0, 200) })}`, {
      headers: { accept: 'application/json' },
    })
    if (!response.ok) return null
    const { data } = (await response.json()) as { readonly data: readonly LinkedDocument[] } // as the route returns it
    return data
  } catch {
    return null
  }
}

function createOption(one: LinkedDocument, id: string, choose: (linked: LinkedDocument) => void): HTMLElement {
  const option = document.createElement('div')
  option.id = id
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  const label = document.createElement('span')
  label.className = 'truncate'
  label.textContent = one.label
  const collection = document.createElement('span')
  collection.className = 'ml-auto shrink-0 text-xs text-muted-foreground'
  collection.textContent = one.collectionLabel
  option.append(label, collection)
  option.addEventListener('mousedown', (event) => {
    event.preventDefault() // the input keeps the focus
    choose(one)
  })
  return option
}
