import { behaviour } from '../behaviours/behaviour.ts'
import { timeOfDay } from '../behaviours/clock.ts'
import { type Translate, translatorOf } from '../behaviours/words.ts'
import { fetchRenewed, isSignedOut } from '../session/session.ts'
import { showNotice } from './form-notice.ts'
import { type FoundCopy, forgetCopy, forgetNamed, keepCopy, keptCopy } from './kept-copy.ts'
import { saveDraft } from './save-draft.ts'
import { inTurn, type Sending } from './sending.ts'
import { showPage } from './show-page.ts'
import { UnsavedChanges } from './unsaved-changes.ts'
import { waitForSignIn, waitsForSignIn } from './wait-for-sign-in.ts'

/** Milliseconds after the last key until a draft is saved, and until the browser stores a copy. */
const SAVE_DELAY = 2500
const KEEP_DELAY = 400

/**
 * `<form data-document="<key>">`: sends the form without losing input when the network fails, warns before input is
 * lost, stores a copy in the browser, saves drafts (`data-autosave`) while the user types, and saves on Ctrl+S.
 */
behaviour('form[data-document]', (element) => {
  const form = element as HTMLFormElement
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
  const sending: Sending = { unsaved, tell, say: translate }
  const saveLater = (): void => {
    clearTimeout(saveTimer)
    saveTimer = window.setTimeout(() => void saveDraft(form, { ...sending, saveLater }), SAVE_DELAY)
  }
  const saveNow = async (): Promise<void> => {
    stop()
    const isDraft = form.dataset.autosave !== undefined
    const isDone = isDraft && (!unsaved.areThere || (await saveDraft(form, { ...sending, saveLater })))
    if (!isDone && !waitsForSignIn(form)) form.requestSubmit(form.querySelector<HTMLElement>('[data-save]'))
  }

  form.addEventListener('input', () => {
    unsaved.note()
    tell(translate('Not saved yet'))
    clearTimeout(keepTimer)
    keepTimer = window.setTimeout(() => keepCopy(keyOf(form), form), KEEP_DELAY)
    if (form.dataset.autosave !== undefined) saveLater()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    stop()
    void send(form, event.submitter, sending)
  })
  const listen = (event: KeyboardEvent): void => {
    if (!form.isConnected) document.removeEventListener('keydown', listen)
    else if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 's') {
      event.preventDefault()
      if (!event.repeat) void saveNow()
    }
  }
  document.addEventListener('keydown', listen)
  // A user who accepts the other version, or deletes the document, does not need the copy.
  document.querySelector('[data-forget]')?.addEventListener('click', () => {
    unsaved.settle()
    forgetCopy(keyOf(form))
  })
  window.addEventListener('beforeunload', (event) => {
    if (form.isConnected && unsaved.areThere) event.preventDefault()
  })
  void offerCopy(form, keyOf(form), translate)
})

/** Sends the form as the browser would, and shows the resulting page. Without a network, the form stays as it is. */
const send = (form: HTMLFormElement, submitter: HTMLElement | null, sending: Sending): Promise<void> =>
  inTurn(form, () => sendNow(form, submitter, sending))

async function sendNow(form: HTMLFormElement, submitter: HTMLElement | null, sending: Sending): Promise<void> {
  const { unsaved, tell, say: translate } = sending
  if (!form.isConnected) return
  const key = keyOf(form)
  keepCopy(key, form)
  tell(translate('Saving'))
  try {
    const body = new FormData(form, submitter)
    const isCopy = submitter instanceof HTMLButtonElement && submitter.name === '~copy'
    const response = await fetchRenewed(isCopy ? submitter.formAction : form.action, {
      method: 'POST',
      body,
      headers: { accept: 'text/html', 'HX-Request': 'true' },
    })
    const page = await response.text()
    if (response.status >= 500) throw new Error(String(response.status))
    if (isSignedOut(response)) {
      waitForSignIn(form, sending, () => send(form, submitter, sending))
      return
    }
    unsaved.settle()
    if (response.redirected) forgetCopy(key)
    showPage(page, response.redirected ? response.url : null)
    if (isCopy) goBackTo(submitter.value, translate)
  } catch {
    tell(translate('Not saved: {reason}', { reason: translate('The service cannot be reached') }))
    showNotice(form, {
      title: translate('The service cannot be reached'),
      text: translate(
        'Nothing is lost: what you typed is still here, and a copy is kept in this browser until it is saved.',
      ),
      buttons: [{ label: translate('Try again'), run: () => void send(form, submitter, sending) }],
    })
  }
}

/** Scrolls to the field to which a value was copied, and focuses its button. */
function goBackTo(field: string, translate: Translate): void {
  const button = document.querySelector<HTMLElement>(`[name="~copy"][value="${CSS.escape(field)}"]`)
  button?.scrollIntoView({ block: 'center' })
  button?.focus({ preventScroll: true })
  const state = document.querySelector('form[data-document] [data-save-state]')
  if (state) state.textContent = translate('Not saved yet')
}

/** Offers to restore unsaved input from an earlier visit. */
async function offerCopy(form: HTMLFormElement, key: string, translate: Translate): Promise<void> {
  if (form.dataset.unsaved !== undefined) return
  const copy = await keptCopy(key)
  if (copy === null || !form.isConnected) return
  showNotice(form, {
    title: translate('What you typed at {time} was not saved', { time: timeOfDay(copy.at) }),
    text: translate('A copy was kept in this browser.'),
    buttons: [
      { label: translate('Restore it'), run: () => void bringBack(form, copy, translate) },
      {
        label: translate('Discard it'),
        run: () => {
          forgetNamed(copy.name)
          showNotice(form, null)
          void offerCopy(form, key, translate)
        },
      },
    ],
  })
}

async function bringBack(form: HTMLFormElement, { name, entries }: FoundCopy, translate: Translate): Promise<void> {
  const body = new FormData()
  for (const [input, value] of entries) body.append(input, value)
  try {
    const response = await fetchRenewed(form.dataset.copy ?? '', {
      method: 'POST',
      body,
      headers: { accept: 'text/html', 'HX-Request': 'true' },
    })
    if (!response.ok) throw new Error(String(response.status))
    showPage(await response.text(), null)
    forgetNamed(name)
    const restored = document.querySelector<HTMLFormElement>('form[data-document]')
    if (restored) keepCopy(keyOf(restored), restored)
    const state = document.querySelector('form[data-document] [data-save-state]')
    if (state) state.textContent = translate('Restored, but not saved yet.')
  } catch {
    const state = form.querySelector('[data-save-state]')
    if (state) state.textContent = translate('The form cannot be loaded. Try again.')
  }
}

/**
 * Returns the form's key: the user, the collection and the document. A new document gets its key with the first save.
 */
function keyOf(form: HTMLFormElement): string {
  return form.dataset.document ?? ''
}
