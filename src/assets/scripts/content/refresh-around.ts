import { ADDED } from '../behaviours/behaviour.ts'
import { pointerReleased } from '../behaviours/pointer-released.ts'
import { fetchRenewed } from '../session/session.ts'
import { processHtmx } from './process-htmx.ts'

/** Attributes of the form that depend on the document. */
const ATTRIBUTES = ['action', 'data-document', 'data-check', 'data-copy', 'data-edit']

/**
 * Updates the parts around the fields of a saved document, such as the heading and the times (`data-live`), from its
 * page. The fields keep their content and the cursor. The address becomes the document's. A panel replaces its
 * placeholder once, and does not change again, because the user may be typing in it.
 */
export async function refreshAround(form: HTMLFormElement, address: string): Promise<void> {
  const response = await fetchRenewed(address, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
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
