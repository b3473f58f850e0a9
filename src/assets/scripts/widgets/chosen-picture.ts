import { ADDED, behaviour } from '../behaviours/behaviour.ts'
import { translatorOf } from '../behaviours/words.ts'
import { followPoint, showPoint } from '../media/point.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'

/**
 * `<li data-picture="<id>">`: edits the alternative text and the focal point of a chosen picture, which are stored with
 * the file.
 */
behaviour('[data-picture]', (card) => {
  const alt = card.querySelector<HTMLTextAreaElement>('[data-alt]')
  const state = card.querySelector('[data-state]')
  const translate = translatorOf(card)
  const tell = (text: string): void => {
    if (state) state.textContent = text
  }
  const save = async (changes: object): Promise<void> => {
    tell(await store(card.dataset.picture ?? '', changes, translate))
  }
  if (alt) {
    // The alternative text is not part of the document.
    alt.addEventListener('input', (event) => event.stopPropagation())
    alt.addEventListener('change', (event) => {
      event.stopPropagation()
      card.querySelector('img')?.setAttribute('alt', alt.value)
      void save({ alt: alt.value.trim() || null })
    })
  }
  startPoint(card, save, () => tell(translate('Click on what must stay visible when the picture is cropped.')))
})

/** Sets up the button that shows the focal point, and the point itself. */
function startPoint(card: HTMLElement, save: (changes: object) => Promise<void>, explain: () => void): void {
  const frame = card.querySelector<HTMLElement>('[data-frame]')
  const point = card.querySelector<HTMLElement>('[data-point]')
  const toggle = card.querySelector<HTMLElement>('[data-focal]')
  if (!frame || !point || !toggle) return
  const { x, y } = frame.dataset
  let at: readonly [number, number] | null =
    x === undefined || y === undefined ? null : [Number(x) * 100, Number(y) * 100]
  showPoint(point, at)
  toggle.addEventListener('click', () => {
    point.hidden = !point.hidden
    toggle.setAttribute('aria-pressed', String(!point.hidden))
    if (point.hidden) return
    explain()
    point.focus()
  })
  followPoint(
    frame,
    point,
    {
      read: () => at,
      write: (left, top) => {
        at = [left, top]
        showPoint(point, at)
      },
      settled: () => {
        if (at) void save({ focalPoint: { x: at[0] / 100, y: at[1] / 100 } })
      },
    },
    () => !point.hidden,
  )
}

async function store(id: string, changes: object, translate: ReturnType<typeof translatorOf>): Promise<string> {
  try {
    const response = await fetchSignedIn(`/api/media/${encodeURIComponent(id)}`, {
      method: 'PATCH',
      body: JSON.stringify(changes),
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    })
    if (response.ok) return translate('Saved for every page that shows this picture.')
    const { detail, title } = await response.json()
    return translate('Not saved: {reason}', { reason: detail ?? title })
  } catch {
    return translate('Not saved: {reason}', { reason: translate('The service cannot be reached') })
  }
}

/** Replaces the name of a chosen file with its picture; keeps the name if that fails. */
export async function showPicture(item: HTMLElement): Promise<void> {
  const input = item.querySelector<HTMLInputElement>('input[type=hidden]')
  if (!input) return
  try {
    const query = new URLSearchParams({ id: input.value, name: input.name })
    const response = await fetchSignedIn(`/admin/content/picture?${query}`, {
      headers: { 'HX-Request': 'true', accept: 'text/html' },
    })
    if (!response.ok || !item.isConnected) return
    item.outerHTML = await response.text()
    document.dispatchEvent(new Event(ADDED))
  } catch {
    // If the request fails, the name stays.
  }
}
