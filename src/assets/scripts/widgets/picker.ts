import { behaviour } from '../behaviours/behaviour.ts'

const DELAY = 200

/** `<div data-picker="tags" data-name="tags">`: finds documents by name while somebody types, and keeps their ids. */
behaviour('[data-picker]', (host) => {
  const input = host.querySelector<HTMLInputElement>('[role=combobox]')
  const options = host.querySelector<HTMLElement>('[data-options]')
  const chosen = host.querySelector<HTMLElement>('[data-chosen]')
  const template = host.querySelector('template')
  if (!input || !options || !chosen || !template) return
  let timer = 0
  let asked = 0

  const close = (): void => {
    options.hidden = true
    input.setAttribute('aria-expanded', 'false')
  }
  const load = async (): Promise<void> => {
    asked += 1
    const number = asked
    const query = new URLSearchParams({ target: host.dataset.picker ?? '', q: input.value })
    const answer = await fetch(`/admin/content/options?${query}`, {
      headers: { 'HX-Request': 'true', accept: 'text/html' },
    })
    if (number !== asked || !answer.ok) return
    options.innerHTML = await answer.text()
    options.hidden = false
    input.setAttribute('aria-expanded', 'true')
  }
  const choose = (option: HTMLElement): void => {
    const id = option.dataset.id ?? ''
    const has = [...chosen.querySelectorAll<HTMLInputElement>('input')].some(({ value }) => value === id)
    if (host.dataset.many === undefined) chosen.replaceChildren()
    if (!has || host.dataset.many === undefined) chosen.append(chosenItem(template, id, option.dataset.label ?? id))
    input.value = ''
    close()
    host.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const move = (step: number): void => {
    const all = [...options.querySelectorAll<HTMLElement>('[role=option]')]
    const at = all.findIndex((option) => option.getAttribute('aria-selected') === 'true')
    const next = all[(at + step + all.length) % all.length]
    for (const option of all) option.setAttribute('aria-selected', String(option === next))
    next?.scrollIntoView({ block: 'nearest' })
    if (next) {
      next.id = `${options.id}-${all.indexOf(next)}`
      input.setAttribute('aria-activedescendant', next.id)
    }
  }

  input.addEventListener('input', (event) => {
    event.stopPropagation() // what is searched for is no change of the document
    clearTimeout(timer)
    timer = window.setTimeout(load, DELAY)
  })
  input.addEventListener('focus', () => void load())
  input.addEventListener('blur', () => window.setTimeout(close, 150))
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      const marked = options.querySelector<HTMLElement>('[aria-selected=true]')
      if (marked && !options.hidden) choose(marked)
    }
  })
  options.addEventListener('mousedown', (event) => {
    event.preventDefault()
    const option = (event.target as Element).closest<HTMLElement>('[role=option]')
    if (option) choose(option)
  })
  chosen.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('[data-remove]')
    if (!button) return
    button.closest('li')?.remove()
    host.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  })
})

function chosenItem(template: HTMLTemplateElement, id: string, label: string): DocumentFragment {
  const item = template.content.cloneNode(true) as DocumentFragment // what a template holds
  item.querySelector('input')?.setAttribute('value', id)
  const text = item.querySelector('[data-text]')
  if (text) text.textContent = label
  item.querySelector('[data-remove]')?.setAttribute('aria-label', `Remove ${label}`)
  return item
}
