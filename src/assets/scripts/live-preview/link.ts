import type { Translate } from '../behaviours/words.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'
import type { Panel } from './panel.ts'

/**
 * Copies a link to the saved document to the clipboard, for sharing. If that fails, opens the page that shows a link.
 */
export async function copyLink(panel: Panel, translate: Translate): Promise<void> {
  const form = document.querySelector<HTMLButtonElement>('[data-live-preview-open]')?.form
  if (!form) return
  try {
    const response = await fetchSignedIn(form.action, { method: 'POST', headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(String(response.status))
    const { data } = (await response.json()) as { readonly data: { readonly url: string } } // as the route returns it
    await navigator.clipboard.writeText(data.url)
    panel.tell(translate('Link copied. For a day it shows the saved document to anyone who has it.'))
  } catch {
    // Without permission to write to the clipboard, the link is shown for copying.
    form.requestSubmit()
  }
}
