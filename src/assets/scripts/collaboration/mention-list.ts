import { behaviour } from '../behaviours/behaviour.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'

/** Milliseconds after the last key until names are requested. */
const DELAY = 150

/** Maximum wait for names, in milliseconds. */
const PATIENCE = 5000

/** Matches `@` and the beginning of a name, up to the cursor. */
const BEGUN = /(?:^|[\s(])@([^\s@]{1,64})$/u

interface Suggested {
  readonly name: string | null
  readonly username: string | null
}

/** `<textarea data-mentions="/address?…">`: suggests people whose name begins with the text after an `@`. */
behaviour('textarea[data-mentions]', (element) => {
  const input = element as HTMLTextAreaElement
  const list = document.createElement('ul')
  list.id = `${input.id}-people`
  list.role = 'listbox'
  list.ariaLabel = input.dataset.mentionsLabel ?? ''
  list.className = 'rounded-md border bg-popover p-1 text-sm text-popover-foreground'
  list.hidden = true
  input.after(list)
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', list.id)
  let timer = 0
  let requests = 0

  const begun = (): string | undefined => BEGUN.exec(input.value.slice(0, input.selectionEnd))?.[1]
  const close = (): void => {
    clearTimeout(timer)
    requests += 1
    list.hidden = true
    input.removeAttribute('aria-activedescendant')
  }
  const ask = async (beginning: string): Promise<void> => {
    requests += 1
    const number = requests
    const address = `${input.dataset.mentions}&${new URLSearchParams({ q: beginning })}`
    const response = await fetchSignedIn(address, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE),
    }).catch(() => null)
    if (number !== requests || !response?.ok) return
    const { data } = (await response.json()) as { data: readonly Suggested[] }
    if (number === requests) show(data)
  }
  const show = (people: readonly Suggested[]): void => {
    list.replaceChildren(...people.map(optionOf))
    list.hidden = people.length === 0
    mark(list.querySelector('li'))
  }
  const optionOf = ({ name, username }: Suggested, index: number): HTMLElement => {
    const option = document.createElement('li')
    option.id = `${list.id}-${index}`
    option.role = 'option'
    option.dataset.username = username ?? ''
    option.className =
      'cursor-pointer rounded-sm px-2 py-1 aria-selected:bg-accent aria-selected:text-accent-foreground'
    option.textContent = name === username ? `@${username}` : `${name} @${username}`
    return option
  }
  const mark = (option: Element | null): void => {
    for (const each of list.children) each.ariaSelected = String(each === option)
    if (option === null || list.hidden) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', option.id)
  }
  const marked = () => list.querySelector<HTMLElement>('[aria-selected=true]')
  const choose = (option: HTMLElement): void => {
    const end = input.selectionEnd
    input.setRangeText(`${option.dataset.username} `, end - (begun() ?? '').length, end, 'end')
    close()
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  input.addEventListener('input', () => {
    const beginning = begun()
    if (beginning === undefined) return close()
    clearTimeout(timer)
    timer = window.setTimeout(() => void ask(beginning), DELAY)
  })
  input.addEventListener('blur', () => window.setTimeout(close, 150))
  input.addEventListener('keydown', (event) => {
    if (list.hidden) return
    const current = marked()
    const moves: Readonly<Record<string, Element | null | undefined>> = {
      ArrowDown: current?.nextElementSibling ?? list.firstElementChild,
      ArrowUp: current?.previousElementSibling ?? list.lastElementChild,
    }
    if (event.key in moves) mark(moves[event.key] ?? null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && current) choose(current)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  list.addEventListener('mousedown', (event) => {
    event.preventDefault()
    const option = (event.target as Element).closest<HTMLElement>('[role=option]')
    if (option) choose(option)
  })
})
