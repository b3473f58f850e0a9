import { behaviour } from '../behaviours/behaviour.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'

/** Milliseconds after the last key until the list is loaded. */
const PAUSE = 120

/** Submits a form that the page does not show. */
function send(path: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = path
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = name === 'back' ? window.location.pathname + window.location.search : value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}

/**
 * `<dialog id="palette">`: a text field, and a list that is filtered by its text. Arrow keys select, Enter opens,
 * Escape closes.
 */
behaviour('dialog#palette', (element) => {
  const dialog = element as HTMLDialogElement
  const field = dialog.querySelector('input')
  const list = dialog.querySelector<HTMLElement>('[role=listbox]')
  if (!field || !list) return
  let timer: number | undefined
  let requests = 0
  /** Text for which the list was loaded. */
  let listedText: string | null = null

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const chosen = (): HTMLElement | undefined => options().find((option) => option.ariaSelected === 'true')

  const choose = (option: HTMLElement | undefined): void => {
    for (const other of options()) other.ariaSelected = String(other === option)
    field.setAttribute('aria-activedescendant', option?.id ?? '')
    option?.scrollIntoView({ block: 'nearest' })
  }

  const move = (by: number): void => {
    const all = options()
    const current = all.findIndex((option) => option.ariaSelected === 'true')
    choose(all[(current + by + all.length) % all.length])
  }

  const go = (option: HTMLElement | undefined, inNewTab: boolean): void => {
    const path = option?.dataset.path
    if (path === undefined) return
    const form = option?.dataset.form
    if (form !== undefined)
      send(path, JSON.parse(form) as Record<string, string>) // written by the page
    else if (inNewTab) window.open(path, '_blank', 'noopener')
    else window.location.assign(path)
  }

  const ask = async (): Promise<void> => {
    requests += 1
    const request = requests
    const text = field.value
    window.clearTimeout(timer)
    const response = await fetchSignedIn(`/admin/api/go?q=${encodeURIComponent(text)}`, {
      headers: { 'HX-Request': 'true' },
    }).catch(() => null)
    if (request !== requests) return
    if (response?.ok) list.innerHTML = await response.text()
    else list.textContent = field.dataset.failed ?? ''
    listedText = text
    choose(options()[0])
  }

  /** Opens the selected entry, after waiting for the list if it has not caught up with the typed text. */
  const goToChosen = async (inNewTab: boolean): Promise<void> => {
    if (listedText !== field.value) await ask()
    if (listedText === field.value && dialog.open) go(chosen(), inNewTab)
  }

  const open = (): void => {
    if (dialog.open) {
      dialog.close()
      return
    }
    field.value = ''
    listedText = null
    dialog.showModal()
    void ask()
  }

  field.addEventListener('input', () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(ask, PAUSE)
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') void goToChosen(event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  })
  list.addEventListener('click', (event) => {
    const target = event.target as HTMLElement
    go(target.closest<HTMLElement>('[role=option]') ?? undefined, event.ctrlKey || event.metaKey)
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-palette]')) {
    button.hidden = false
    button.addEventListener('click', open)
  }
})
