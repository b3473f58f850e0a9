import type { Translate } from '../behaviours/words.ts'
import { goToField } from '../content/go-to-field.ts'
import { converse } from './conversation.ts'
import { nameAround, nameOf, pathOf } from './field-paths.ts'
import type { Panel } from './panel.ts'
import { addressFor, contentsOf, Refused, sendForm } from './send-form.ts'

/** Milliseconds from a key to the request that shows it; while one is under way the next waits for it. */
const DELAY = 100
/** Milliseconds after which a service that could not be reached is tried again. */
const RETRY = 3000
/** Milliseconds after the last key until a page is loaded anew that does not follow by itself. */
const RELOAD = 1500
/** Milliseconds after which values are sent again to a page that has loaded: the service keeps them for 15 minutes. */
const STALE = 10 * 60_000

/** A form, and the page that follows it. */
export interface Following {
  /** Goes on with the form that has taken the place of the one before. */
  follow(form: HTMLFormElement): void
  reload(): void
  end(): void
}

/** Keeps the page in the panel's frame at what is typed into a form. */
export function followForm(panel: Panel, translate: Translate, beforeSelecting: () => void): Following {
  let form: HTMLFormElement | null = null
  let url = ''
  let token = ''
  let sent: { readonly address: string; readonly contents: string; readonly at: number } | null = null
  let change = 0
  let skipped: readonly string[] = []
  let timer = 0
  let reloadTimer = 0
  let isSending = false
  let listeners = new AbortController()

  const tellState = (): void => {
    const names = skipped.slice(0, 5).join(' · ')
    panel.tell(skipped.length === 0 ? translate('Up to date') : translate('Not shown as typed: {names}', { names }))
  }
  const editedField = (): string | null => {
    const name = form?.contains(document.activeElement) && document.activeElement && nameAround(document.activeElement)
    return form && name ? pathOf(form, name) : null
  }
  const load = (): void => {
    clearTimeout(reloadTimer)
    panel.showHelp(false)
    panel.tell(translate('Loading'))
    talk.load(url)
  }
  const talk = converse(panel.frame, {
    greeted() {
      panel.showHelp(false)
      tellState()
      talk.send({ lintel: 'editing', field: editedField() })
      if (sent !== null && Date.now() - sent.at > STALE) sent = null
      sendLater(0)
    },
    shown: (shown) => {
      if (shown === change) tellState()
    },
    failed(reason) {
      panel.tell(translate('The page cannot be updated: {reason}', { reason }))
      reloadLater()
    },
    selected(path) {
      if (form === null) return
      beforeSelecting()
      goToField(idOf(form, path))
    },
    silent() {
      panel.showHelp(true)
      panel.tell(translate('The page does not answer'))
    },
  })
  const reloadLater = (): void => {
    clearTimeout(reloadTimer)
    reloadTimer = window.setTimeout(load, RELOAD)
  }
  const sendLater = (delay = DELAY): void => {
    if (timer === 0) timer = window.setTimeout(() => void send(), delay)
  }
  const send = async (): Promise<void> => {
    timer = 0
    if (isSending || form === null) return
    const address = addressFor(form)
    if (address === null) {
      panel.tell(
        form.dataset.autosave === undefined
          ? translate('Save this document once to see its preview.')
          : translate('The preview opens as soon as the required fields are filled in.'),
      )
      return
    }
    const contents = contentsOf(form)
    if (sent?.address === address && sent.contents === contents) return
    isSending = true
    let retry: number | null = null
    try {
      const answer = await sendForm(address, contents, token)
      sent = { address, contents, at: Date.now() }
      change += 1
      show(answer)
    } catch (error) {
      const isRefused = error instanceof Refused
      const reason = isRefused ? error.message : translate('The service cannot be reached')
      panel.tell(translate('The preview does not follow: {reason}', { reason }))
      retry = isRefused ? null : RETRY
    }
    isSending = false
    // What was typed meanwhile.
    if (retry !== null) sendLater(retry)
    else if (form !== null && contentsOf(form) !== contents) sendLater(0)
  }
  const show = (answer: {
    readonly url: string
    readonly token: string
    readonly skipped: readonly string[]
  }): void => {
    token = answer.token
    skipped = answer.skipped
    if (answer.url !== url) {
      url = answer.url
      panel.setAddress(url)
      load()
    } else if (talk.isAnswered) talk.send({ lintel: 'changed', field: editedField(), change })
    else reloadLater()
  }
  const follow = (next: HTMLFormElement): void => {
    listeners.abort()
    listeners = new AbortController()
    form = next
    const { signal } = listeners
    form.addEventListener('input', () => sendLater(), { signal })
    form.addEventListener('change', () => sendLater(), { signal })
    form.addEventListener('focusin', () => talk.send({ lintel: 'editing', field: editedField() }), { signal })
    // A new document gets its address with the first save.
    const saved = new MutationObserver(() => sendLater(0))
    saved.observe(form, { attributeFilter: ['action'] })
    signal.addEventListener('abort', () => saved.disconnect())
    sendLater(0)
  }
  return {
    follow,
    reload: load,
    end() {
      for (const one of [timer, reloadTimer]) clearTimeout(one)
      listeners.abort()
      talk.end()
      form = null
    },
  }
}

/** The id of the first input at a path of the document: an item of a list has none of its own. */
function idOf(form: HTMLFormElement, path: string): string {
  const name = nameOf(form, path)
  const [list, key] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)]
  const item = form.querySelector(`input[name="${CSS.escape(`${list}[]`)}"][value="${CSS.escape(key)}"]`)
  const first = item?.closest('[data-item]')?.querySelector('[id^="field-"]')
  return first?.id ?? `field-${name.replaceAll('.', '-')}`
}
