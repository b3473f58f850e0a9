import { ADDED, behaviour } from '../behaviours/behaviour.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'
import { PICKED, type PickedDetail, UPLOADED, type UploadedDetail } from './events.ts'

const DELAY = 250

/**
 * `<div data-media-picker="/admin/media/search?pick=image">`: its button `[data-media-open]` opens the dialog, which
 * reports the choice to the host.
 */
behaviour('[data-media-picker]', (host) => {
  host.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-media-open]')
    if (!button) return
    event.preventDefault()
    void open(host, button)
  })
})

async function open(host: HTMLElement, button: HTMLElement): Promise<void> {
  const address = host.dataset.mediaPicker ?? ''
  const markup = await load(address)
  if (markup === null) return
  const holder = document.createElement('div')
  holder.innerHTML = markup
  const dialog = holder.querySelector<HTMLDialogElement>('dialog[data-media-dialog]')
  if (!dialog) return
  document.body.append(dialog)
  document.dispatchEvent(new Event(ADDED))
  const choose = (detail: PickedDetail): void => {
    host.dispatchEvent(new CustomEvent(PICKED, { bubbles: true, detail }))
    dialog.close()
  }
  dialog.addEventListener('close', () => {
    dialog.remove()
    button.focus()
  })
  dialog.addEventListener(UPLOADED, (event) => {
    const { uploaded, file } = (event as CustomEvent<UploadedDetail>).detail
    const thumbnail = uploaded.type.startsWith('image/') ? uploaded.url : ''
    choose({ id: uploaded.id, label: file.name, thumbnail, type: uploaded.type })
  })
  startSearch(dialog, address)
  dialog.addEventListener('click', (event) => {
    const target = event.target as Element
    const choice = target.closest<HTMLElement>('[data-media-choice]')
    if (choice) {
      const { mediaChoice: id = '', label = '', thumbnail = '', type = '' } = choice.dataset
      choose({ id, label, thumbnail, type })
    } else if (target === dialog || target.closest('[data-close-dialog]')) dialog.close()
  })
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-search]')?.focus()
}

/** Searches while the user types, and handles pagination. */
function startSearch(dialog: HTMLElement, address: string): void {
  const search = dialog.querySelector<HTMLInputElement>('[data-search]')
  const found = dialog.querySelector<HTMLElement>('[data-found]')
  if (!search || !found) return
  let timer = 0
  let requests = 0
  const show = async (page: string): Promise<void> => {
    requests += 1
    const number = requests
    const at = new URL(address, location.href)
    at.searchParams.set('part', 'results')
    at.searchParams.set('page', page)
    at.searchParams.set('q', search.value)
    const markup = await load(`${at.pathname}${at.search}`)
    if (markup !== null && number === requests) found.innerHTML = markup
  }
  search.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void show('1'), DELAY)
  })
  search.addEventListener('keydown', (event) => {
    // The dialog is inside the document's form, which Enter would submit.
    if (event.key === 'Enter') event.preventDefault()
  })
  found.addEventListener('click', (event) => {
    const page = (event.target as Element).closest<HTMLElement>('[data-page]')
    if (page) void show(page.dataset.page ?? '1')
  })
}

async function load(address: string): Promise<string | null> {
  const response = await fetchSignedIn(address, { headers: { 'HX-Request': 'true', accept: 'text/html' } })
  return response.ok ? response.text() : null
}
