import { createIndexLoader } from './load-index.ts'
import { createResults } from './results.ts'

const LIMIT = 8

/**
 * Makes a search form a combobox: results follow the typed text, arrow keys select, Enter opens, Escape closes, and a
 * slash anywhere on the page focuses the field.
 */
export function startSearch(form: HTMLFormElement): void {
  const field = form.querySelector('input')
  const { index = '', pages = '' } = form.dataset
  if (!field) return
  const load = createIndexLoader(index)
  const results = createResults(form, field, ({ page, anchor }) => `${pages.replace(':page', page)}#${anchor}`)

  const search = async (): Promise<void> => {
    const query = field.value.trim()
    if (query === '') return results.close()
    try {
      const find = await load()
      if (field.value.trim() === query) results.show(find(query, LIMIT), query)
    } catch {
      results.say('The search could not be loaded. Check the connection, and type again.')
    }
  }

  field.addEventListener('focus', () => void load().catch(() => {}), { once: true }) // typing loads again, and reports an error
  field.addEventListener('input', () => void search())
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') results.isOpen() ? results.move(1) : void search()
    else if (event.key === 'ArrowUp') results.move(-1)
    else if (event.key === 'Escape') results.isOpen() ? results.close() : form.reset()
    else if (event.key !== 'Enter' || !results.go(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
  })
  form.addEventListener('submit', (event) => {
    if (!form.hasAttribute('action')) event.preventDefault()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null)) results.close()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    event.preventDefault()
    field.select()
  })
  form.hidden = false
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
