import { ADDED } from '../behaviours/behaviour.ts'
import { pointerReleased } from '../behaviours/pointer-released.ts'
import { fetchRenewed } from '../session/session.ts'
import { processHtmx } from './process-htmx.ts'

/** Attributes of the form that say where it is sent and what it is. */
const ATTRIBUTES = ['action', 'data-document', 'data-check', 'data-copy', 'data-edit']

/**
 * Brings up to date what stands around the fields of a saved document, such as heading and times (`data-live`), from its own
 * page. The fields stay as they are, with the cursor in them. The address becomes the document's. What a page has under the
 * name as its id takes the place once, and is not touched again: panels, in which somebody may be writing.
 */
export async function refreshAround(form: HTMLFormElement, address: string): Promise<void> {
  const answer = await fetchRenewed(address, { headers: { accept: 'text/html' } })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.querySelector('form[data-document]')
  await pointerReleased()
  if (fresh === null || !form.isConnected) return
  for (const name of ATTRIBUTES) form.setAttribute(name, fresh.getAttribute(name) ?? '')
  for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const { live } = part.dataset
    const newer = page.querySelector<HTMLElement>(`[data-live="${live}"], #${live}`)
    if (newer === null || part.contains(document.activeElement)) continue
    part.replaceWith(newer)
    processHtmx(newer)
  }
  document.title = page.title
  document.dispatchEvent(new Event(ADDED))
  history.replaceState(null, '', address)
}
