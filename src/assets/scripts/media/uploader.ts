import { ADDED, behaviour } from '../behaviours/behaviour.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'
import { FILES, UPLOADED, type UploadedDetail } from './events.ts'
import { filled, type Limits, type UploadRow, uploadRow, type Words } from './upload-row.ts'

/** Maximum number of files that are sent at the same time. */
const AT_ONCE = 3

/** Sends files that are dropped, pasted or chosen, and shows the progress of each. */
behaviour('[data-media-uploader]', (panel) => {
  const rows = panel.querySelector<HTMLElement>('[data-rows]')
  const summary = panel.querySelector<HTMLElement>('[data-summary]')
  const chooser = panel.querySelector<HTMLInputElement>('[data-file]')
  const template = panel.querySelector('template')
  if (!rows || !summary || !chooser || !template) return
  const dialog = panel.closest('dialog')
  const scope: HTMLElement = dialog ?? document.body
  const words = JSON.parse(panel.dataset.words ?? '{}') as Words // written by the page
  const limits: Limits = {
    maxForm: Number(panel.dataset.maxForm),
    maxParts: Number(panel.dataset.maxParts),
    types: (panel.dataset.types ?? '').split(','),
  }
  const all: UploadRow[] = []
  const waiting: UploadRow[] = []
  let running = 0

  const show = (): void => {
    const count = (state: string) => all.filter((row) => row.state() === state).length
    const failed = count('failed') + count('refused')
    const values = { done: count('done'), count: all.length, failed }
    summary.textContent = filled(failed > 0 ? words.failed : words.summary, values)
  }
  const next = async (): Promise<void> => {
    if (running >= AT_ONCE) return
    const row = waiting.shift()
    if (!row) {
      if (running === 0) await showAnew(panel.dataset.results ?? '')
      return
    }
    running += 1
    await row.run()
    running -= 1
    await next()
  }
  const add = (files: readonly File[]): void => {
    if (files.length === 0) return
    panel.hidden = false
    const form = document.querySelector<HTMLFormElement>('form[data-media-form]')
    const data = form ? new FormData(form) : null
    for (const file of files) {
      const row = uploadRow(file, {
        template,
        rows,
        words,
        limits,
        folder: String(data?.get('folder') ?? panel.dataset.folder ?? ''),
        isPrivate: data?.get('private') === 'true',
        onChange: () => show(),
        onDone: (uploaded, sent) => {
          const detail: UploadedDetail = { uploaded, file: sent }
          panel.dispatchEvent(new CustomEvent(UPLOADED, { bubbles: true, detail }))
        },
        onRetry: (again) => {
          waiting.push(again)
          void next()
        },
      })
      all.push(row)
      if (row.state() === 'waiting') waiting.push(row)
    }
    show()
    for (let started = 0; started < AT_ONCE; started += 1) void next()
  }

  chooser.addEventListener('change', () => {
    add([...(chooser.files ?? [])])
    chooser.value = ''
  })
  // While a dialog is open, it receives everything that is dropped and pasted.
  const isMine = () =>
    panel.isConnected && (dialog !== null || document.querySelector('dialog[open] [data-media-uploader]') === null)
  startDropping({ scope, place: dialog?.firstElementChild ?? scope }, words.drop ?? '', isMine, add)
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || event.defaultPrevented || !isMine()) return
    event.preventDefault()
    add(files)
  })
  scope.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('[data-media-choose]')
    if (!button || button.closest('dialog') !== dialog) return
    event.preventDefault()
    chooser.click()
  })
  document.addEventListener(FILES, (event) => {
    if (isMine()) add((event as CustomEvent<readonly File[]>).detail)
  })
  panel.querySelector('[data-close]')?.addEventListener('click', () => {
    panel.hidden = true
  })
  window.addEventListener('beforeunload', (event) => {
    if (running > 0) event.preventDefault()
  })
})

/** Accepts dropped files anywhere in the scope, and shows a hint while files are dragged over it. */
function startDropping(
  { scope, place }: { readonly scope: HTMLElement; readonly place: Element },
  words: string,
  isMine: () => boolean,
  add: (files: readonly File[]) => void,
): void {
  const hint = document.createElement('div')
  hint.className =
    'pointer-events-none fixed inset-4 z-50 grid place-items-center rounded-xl border-2 border-dashed border-primary bg-background/90 text-lg font-medium'
  hint.textContent = words
  hint.hidden = true
  hint.setAttribute('data-drop-hint', '')
  place.append(hint)
  let depth = 0
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true && isMine()
  const hide = (): void => {
    depth = 0
    hint.hidden = true
    hint.classList.add('hidden')
  }
  hide()
  scope.addEventListener('dragenter', (event) => {
    if (!holdsFiles(event)) return
    depth += 1
    hint.hidden = false
    hint.classList.remove('hidden')
  })
  scope.addEventListener('dragleave', () => {
    depth -= 1
    if (depth <= 0) hide()
  })
  scope.addEventListener('dragover', (event) => {
    if (holdsFiles(event)) event.preventDefault()
  })
  scope.addEventListener('drop', (event) => {
    hide()
    if (!holdsFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    add([...(event.dataTransfer?.files ?? [])])
  })
}

/** Reloads the list with the uploaded files. */
async function showAnew(address: string): Promise<void> {
  const shown = document.getElementById('media-results')
  if (address === '' || !shown) return
  const { search } = new URL(address, location.href)
  const response = await fetchSignedIn(`/admin/media/search${search}`, {
    headers: { 'HX-Request': 'true', accept: 'text/html' },
  })
  if (!response.ok) return
  shown.outerHTML = await response.text()
  document.dispatchEvent(new Event(ADDED))
}
