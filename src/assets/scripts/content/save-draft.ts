import { timeOfDay } from '../behaviours/clock.ts'
import type { Translate } from '../behaviours/words.ts'
import { fetchRenewed, isSignedOut } from '../session/session.ts'
import { showNotice } from './form-notice.ts'
import { forgetCopy, keepCopy } from './kept-copy.ts'
import { refreshAround } from './refresh-around.ts'
import { inTurn, type Sending } from './sending.ts'
import { waitForSignIn } from './wait-for-sign-in.ts'

interface DraftSending extends Sending {
  readonly saveLater: () => void
}

/**
 * Stores a draft while the user types. The first save gives a new document its own address.
 * @returns whether the draft was stored
 */
export const saveDraft = (form: HTMLFormElement, sending: DraftSending): Promise<boolean> =>
  inTurn(form, () => save(form, sending))

async function save(form: HTMLFormElement, sending: DraftSending): Promise<boolean> {
  const { unsaved, tell, say: translate, saveLater } = sending
  if (!form.isConnected) return false
  const until = unsaved.count
  tell(translate('Saving'))
  try {
    const response = await fetchRenewed(form.action, {
      method: 'POST',
      body: new FormData(form),
      headers: { accept: 'application/json' },
    })
    if (isSignedOut(response)) {
      keepCopy(form.dataset.document ?? '', form)
      waitForSignIn(form, sending, () => saveDraft(form, sending))
      return false
    }
    if (!response.ok) {
      tell(await whyNot(response, translate))
      return false
    }
    const { data } = (await response.json()) as { readonly data: { readonly id: string } }
    forgetCopy(form.dataset.document ?? '')
    unsaved.settle(until)
    takeEtag(form, response)
    await refreshAround(form, (form.dataset.edit ?? '').replace('~new', data.id))
    if (unsaved.areThere) keepCopy(form.dataset.document ?? '', form)
    showNotice(form, null)
    tell(translate('Saved {time}', { time: timeOfDay(Date.now()) }))
    if (unsaved.areThere) saveLater()
    return true
  } catch {
    keepCopy(form.dataset.document ?? '', form)
    tell(translate('Not saved: the service cannot be reached. Trying again.'))
    saveLater()
    return false
  }
}

function takeEtag(form: HTMLFormElement, response: Response): void {
  const input = form.elements.namedItem('~etag')
  const etag = response.headers.get('etag')
  if (etag !== null && input instanceof HTMLInputElement) input.value = etag
}

async function whyNot(response: Response, translate: Translate): Promise<string> {
  if (response.status === 412) return translate('Not saved: somebody else has saved a change. Press Save to compare.')
  const problem = (await response.json().catch(() => ({}))) as Problem
  const { errors = [] } = problem
  if (errors.length > 0 && errors.every(({ code }) => code === 'required')) {
    return translate('Kept in this browser, and saved as soon as the required fields are filled in.')
  }
  return translate('Not saved: {reason}', { reason: problem.detail ?? problem.title ?? String(response.status) })
}

/** An error of the API. */
interface Problem {
  readonly title?: string
  readonly detail?: string
  readonly errors?: readonly { readonly code: string }[]
}
