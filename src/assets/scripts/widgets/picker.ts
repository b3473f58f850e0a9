import { behaviour } from '../behaviours/behaviour.ts'
import { translatorOf } from '../behaviours/words.ts'
import { PICKED, type PickedDetail } from '../media/events.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'
import { showPicture } from './chosen-picture.ts'
import { createInPlace } from './create-in-place.ts'
import { takeFiles } from './take-files.ts'

const DELAY = 200

/**
 * `<div data-picker="tags" data-name="tags">`: finds documents by name while the user types, and contains the ids of
 * the chosen documents.
 */
behaviour('[data-picker]', (host) => {
  const input = host.querySelector<HTMLInputElement>('[role=combobox]')
  const options = host.querySelector<HTMLElement>('[data-options]')
  const chosen = host.querySelector<HTMLElement>('[data-chosen]')
  const template = host.querySelector('template')
  if (!input || !options || !chosen || !template) return
  const translate = translatorOf(host)
  const isMany = host.dataset.many !== undefined
  const tell = (text: string): void => {
    const place = host.querySelector('[data-told]')
    if (place) place.textContent = text
  }
  const changed = (): void => {
    host.dispatchEvent(new Event('input', { bubbles: true }))
    host.dispatchEvent(new Event('change', { bubbles: true }))
  }
  let timer = 0
  let requests = 0

  const close = (): void => {
    options.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const load = async (): Promise<void> => {
    requests += 1
    const number = requests
    const query = new URLSearchParams({ target: host.dataset.picker ?? '', q: input.value })
    try {
      const response = await fetchSignedIn(`/admin/content/options?${query}`, {
        headers: { 'HX-Request': 'true', accept: 'text/html' },
      })
      if (number !== requests || document.activeElement !== input) return
      if (!response.ok) throw new Error(String(response.status))
      options.innerHTML = await response.text()
      options.hidden = false
      input.setAttribute('aria-expanded', 'true')
      tell('')
    } catch {
      tell(translate('The list cannot be loaded. Try again.'))
    }
  }
  const choose = (id: string, label: string): void => {
    const has = [...chosen.querySelectorAll<HTMLInputElement>('input')].some(({ value }) => value === id)
    if (!isMany) chosen.replaceChildren()
    if (!has || !isMany) chosen.append(chosenItem(template, id, label))
    const item = chosen.lastElementChild as HTMLElement | null
    if (item && !isMany && host.dataset.picker === 'media') void showPicture(item)
    input.value = ''
    close()
    tell(translate('{label} is chosen', { label }))
    changed()
  }
  const move = (step: number): void => {
    const all = [...options.querySelectorAll<HTMLElement>('[role=option]')]
    const at = all.findIndex((option) => option.getAttribute('aria-selected') === 'true')
    const next = at === -1 && step < 0 ? all.at(-1) : all[(at + step + all.length) % all.length]
    for (const option of all) option.setAttribute('aria-selected', String(option === next))
    next?.scrollIntoView({ block: 'nearest' })
    if (next) {
      next.id = `${options.id}-${all.indexOf(next)}`
      input.setAttribute('aria-activedescendant', next.id)
    }
  }

  input.addEventListener('input', (event) => {
    event.stopPropagation() // typing a search does not change the document
    clearTimeout(timer)
    timer = window.setTimeout(load, DELAY)
  })
  input.addEventListener('change', (event) => event.stopPropagation())
  input.addEventListener('focus', () => void load())
  input.addEventListener('blur', () => window.setTimeout(close, 150))
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !options.hidden) {
      event.stopPropagation()
      close()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      const marked = options.querySelector<HTMLElement>('[aria-selected=true]')
      if (marked && !options.hidden) choose(marked.dataset.id ?? '', marked.dataset.label ?? '')
    }
  })
  options.addEventListener('mousedown', (event) => {
    event.preventDefault()
    const option = (event.target as Element).closest<HTMLElement>('[role=option]')
    if (option) choose(option.dataset.id ?? '', option.dataset.label ?? '')
  })
  chosen.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-chosen-action]')
    const item = button?.closest('li')
    if (!button || !item) return
    const [before, after] = [item.previousElementSibling, item.nextElementSibling]
    if (button.dataset.chosenAction === 'remove') {
      tell(translate('{label} is removed', { label: item.querySelector('[data-text]')?.textContent ?? '' }))
      item.remove()
      input.focus()
    } else {
      if (button.dataset.chosenAction === 'earlier') before?.before(item)
      else after?.after(item)
      button.focus()
    }
    changed()
  })
  createInPlace(host, choose, tell, translate)
  if (host.dataset.picker === 'media') {
    takeFiles(host, choose, tell, translate)
    host.addEventListener(PICKED, (event) => {
      const { id, label } = (event as CustomEvent<PickedDetail>).detail
      choose(id, label)
    })
  }
})

function chosenItem(template: HTMLTemplateElement, id: string, label: string): DocumentFragment {
  const item = template.content.cloneNode(true) as DocumentFragment // the content of a template is a fragment
  item.querySelector('input')?.setAttribute('value', id)
  const text = item.querySelector('[data-text]')
  if (text) text.textContent = label
  for (const button of item.querySelectorAll('[data-chosen-action]')) {
    // The template contains a placeholder for the name of the choice.
    button.setAttribute('aria-label', (button.getAttribute('aria-label') ?? '').replace('{title}', label))
  }
  return item
}
