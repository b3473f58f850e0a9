import { ADDED, behaviour } from '../behaviours/behaviour.ts'
import { pointerReleased } from '../behaviours/pointer-released.ts'
import { fetchRenewed } from '../session/session.ts'

/** Maximum wait for a response, in milliseconds: less than the interval between two requests. */
const PATIENCE = 10_000

/**
 * `<div data-presence="/address">`: reports repeatedly that the user has a document open, while the page is visible,
 * and shows who else has it open.
 */
behaviour('[data-presence]', (place) => {
  const address = place.dataset.presence ?? ''
  const body = () =>
    new URLSearchParams({ collection: place.dataset.collection ?? '', document: place.dataset.documentId ?? '' })
  let shown = place.innerHTML
  let timer = 0

  const send = async (to: string): Promise<void> => {
    clearTimeout(timer)
    try {
      const response = await fetchRenewed(to, {
        method: 'POST',
        body: body(),
        headers: { 'HX-Request': 'true', accept: '*/*' },
        signal: AbortSignal.timeout(PATIENCE),
      })
      if (response.ok) {
        const content = await response.text()
        await pointerReleased()
        show(content)
      }
      // Signed out, or the document no longer exists: nothing changes until the user returns to the page.
      else if (response.status < 500) return
    } catch {
      // The next request tries again; the form itself reports a lost connection.
    }
    if (document.visibilityState === 'visible' && place.isConnected)
      timer = window.setTimeout(send, Number(place.dataset.beat) * 1000, address)
  }
  const show = (content: string): void => {
    // Unchanged content is not announced again.
    if (content === shown) return
    shown = content
    const hadFocus = place.contains(document.activeElement)
    place.innerHTML = content
    document.dispatchEvent(new Event(ADDED))
    if (hadFocus) (place.querySelector<HTMLElement>('button') ?? document.querySelector<HTMLElement>('main'))?.focus()
  }

  place.addEventListener('submit', (event) => {
    event.preventDefault()
    void send((event.target as HTMLFormElement).action)
  })
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible' && place.isConnected) void send(address)
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void send(address)
  })
  window.addEventListener('pagehide', () => {
    if (place.isConnected) navigator.sendBeacon(`${address}/leave`, body())
  })
  if (document.visibilityState === 'visible') void send(address)
})
