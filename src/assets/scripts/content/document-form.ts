import { behaviour } from '../behaviours/behaviour.ts'
import { type Translate, translatorOf } from '../behaviours/words.ts'
import { showNotice } from './form-notice.ts'
import { forgetCopy, keepCopy, keptCopy } from './kept-copy.ts'
import { showPage } from './show-page.ts'
import { UnsavedChanges } from './unsaved-changes.ts'

/** Milliseconds after the last key until a draft is saved, and until the tab keeps a copy. */
const SAVE_DELAY = 2500
const KEEP_DELAY = 400

/**
 * `<form data-document="<key>">`: sends itself so that nothing typed is lost where the network is, warns before what
 * was
 * typed is lost, keeps a copy in the tab, and saves drafts (`data-autosave`) while somebody types.
 */
behaviour('form[data-document]', (element) => {
  const form = element as HTMLFormElement
  const key = form.dataset.document ?? ''
  const translate = translatorOf(form)
  const unsaved = new UnsavedChanges(form.dataset.unsaved === undefined ? 0 : 1)
  const tell = (text: string): void => {
    const state = form.querySelector('[data-save-state]')
    if (state) state.textContent = text
  }
  let saveTimer = 0
  let keepTimer = 0
  const stop = (): void => {
    clearTimeout(saveTimer)
    clearTimeout(keepTimer)
  }
  const saveLater = (): void => {
    clearTimeout(saveTimer)
    saveTimer = window.setTimeout(() => void saveDraft(form, { unsaved, tell, say: translate, saveLater }), SAVE_DELAY)
  }

  form.addEventListener('input', () => {
    unsaved.note()
    tell(translate('Not saved yet'))
    clearTimeout(keepTimer)
    keepTimer = window.setTimeout(() => keepCopy(key, form), KEEP_DELAY)
    if (form.dataset.autosave !== undefined) saveLater()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    stop()
    void send(form, event.submitter, { unsaved, tell, say: translate })
  })
  // Whoever takes the other version over, or deletes the document, wants nothing of it kept.
  document.querySelector('[data-forget]')?.addEventListener('click', () => {
    unsaved.settle()
    forgetCopy(key)
  })
  window.addEventListener('beforeunload', (event) => {
    if (form.isConnected && unsaved.areThere) event.preventDefault()
  })
  offerCopy(form, key, translate)
})

interface Sending {
  readonly unsaved: UnsavedChanges
  readonly tell: (text: string) => void
  readonly say: Translate
}

const isSending = new WeakSet<HTMLFormElement>()

/** Sends the form as the browser would, and shows the page that answers; without a network the form stays as it is. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null, sending: Sending): Promise<void> {
  const { unsaved, tell, say: translate } = sending
  if (isSending.has(form)) return
  isSending.add(form)
  const key = form.dataset.document ?? ''
  keepCopy(key, form)
  tell(translate('Saving'))
  try {
    const body = new FormData(form, submitter)
    const answer = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { accept: 'text/html', 'HX-Request': 'true' },
    })
    const page = await answer.text()
    if (answer.status >= 500) throw new Error(String(answer.status))
    const elsewhere = answer.headers.get('hx-redirect')
    if (elsewhere !== null) {
      // Signed out meanwhile: the copy is there when one comes back.
      unsaved.settle()
      location.assign(elsewhere)
      return
    }
    unsaved.settle()
    if (answer.redirected) forgetCopy(key)
    showPage(page, answer.redirected ? answer.url : null)
  } catch {
    tell(translate('Not saved: {reason}', { reason: translate('The service cannot be reached') }))
    showNotice(form, {
      title: translate('The service cannot be reached'),
      text: translate(
        'Nothing is lost: what you typed is still here, and a copy is kept in this tab until it is saved.',
      ),
      buttons: [{ label: translate('Try again'), run: () => void send(form, submitter, sending) }],
    })
  } finally {
    isSending.delete(form)
  }
}

/** Stores a draft while somebody types on. */
async function saveDraft(form: HTMLFormElement, sending: Sending & { readonly saveLater: () => void }): Promise<void> {
  const { unsaved, tell, say: translate, saveLater } = sending
  if (!form.isConnected || isSending.has(form)) return
  const until = unsaved.count
  isSending.add(form)
  tell(translate('Saving'))
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      body: new FormData(form),
      headers: { accept: 'application/json' },
    })
    if (!answer.ok) {
      tell(await whyNot(answer, translate))
      return
    }
    const etag = answer.headers.get('etag')
    const input = form.elements.namedItem('~etag')
    if (etag !== null && input instanceof HTMLInputElement) input.value = etag
    unsaved.settle(until)
    if (!unsaved.areThere) forgetCopy(form.dataset.document ?? '')
    showNotice(form, null)
    tell(translate('Saved {time}', { time: timeOfDay(Date.now()) }))
    if (unsaved.areThere) saveLater()
  } catch {
    keepCopy(form.dataset.document ?? '', form)
    tell(translate('Not saved: the service cannot be reached. Trying again.'))
    saveLater()
  } finally {
    isSending.delete(form)
  }
}

async function whyNot(answer: Response, translate: Translate): Promise<string> {
  if (answer.status === 412) return translate('Not saved: somebody else has saved a change. Press Save to compare.')
  const problem = (await answer.json().catch(() => ({}))) as { readonly detail?: string; readonly title?: string }
  return translate('Not saved: {reason}', { reason: problem.detail ?? problem.title ?? String(answer.status) })
}

/** Offers to restore what was typed here before and never saved. */
function offerCopy(form: HTMLFormElement, key: string, translate: Translate): void {
  const copy = keptCopy(key)
  if (copy === null || form.dataset.unsaved !== undefined) return
  showNotice(form, {
    title: translate('What you typed at {time} was not saved', { time: timeOfDay(copy.at) }),
    text: translate('A copy was kept in this tab.'),
    buttons: [
      { label: translate('Restore it'), run: () => void bringBack(form, copy.entries, translate) },
      {
        label: translate('Discard it'),
        run: () => {
          forgetCopy(key)
          showNotice(form, null)
        },
      },
    ],
  })
}

async function bringBack(
  form: HTMLFormElement,
  entries: readonly (readonly [string, string])[],
  translate: Translate,
): Promise<void> {
  const body = new FormData()
  for (const [name, value] of entries) body.append(name, value)
  try {
    const answer = await fetch(form.dataset.copy ?? '', {
      method: 'POST',
      body,
      headers: { accept: 'text/html', 'HX-Request': 'true' },
    })
    if (!answer.ok) throw new Error(String(answer.status))
    showPage(await answer.text(), null)
    const state = document.querySelector('form[data-document] [data-save-state]')
    if (state) state.textContent = translate('Restored, but not saved yet.')
  } catch {
    const state = form.querySelector('[data-save-state]')
    if (state) state.textContent = translate('The form cannot be loaded. Try again.')
  }
}

function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
}
