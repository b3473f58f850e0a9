import { addressFor, contentsOf, Refused, type Sent, sendForm } from './send-form.ts'

/** Milliseconds from a key to the request. While a request is in progress, the next one waits for it. */
const DELAY = 100
/** Milliseconds after which an unreachable service is tried again. */
const RETRY = 3000
/** Milliseconds after which unchanged values are sent again, because the service stores them for 15 minutes. */
const STALE = 10 * 60_000

/** Handlers for outcomes of sending a form. */
export interface SenderEvents {
  kept(sent: Sent): void
  /**
   * Called if the form was not stored.
   * @param reason message of the service; `null` if the service cannot be reached: in this case the form is sent again
   * later
   */
  notKept(reason: string | null): void
  /** Called for a new document, which has no preview until it is saved. */
  notSavedYet(form: HTMLFormElement): void
}

/** Sends a form while it is edited: only changes, one request at a time. */
export interface Sender {
  /** Continues with the form that has replaced the previous one. */
  follow(form: HTMLFormElement): void
  /** Sends unsent changes, and values that the service may have forgotten. */
  sendNow(): void
  end(): void
}

export function createSender(events: SenderEvents): Sender {
  let form: HTMLFormElement | null = null
  let token = ''
  let sent: { readonly address: string; readonly contents: string; readonly at: number } | null = null
  let timer: number | null = null
  let isSending = false
  let following = new AbortController()

  const sendLater = (delay: number): void => {
    timer ??= window.setTimeout(() => {
      timer = null
      void send()
    }, delay)
  }
  const isSent = (address: string, contents: string): boolean =>
    sent?.address === address && sent.contents === contents && Date.now() - sent.at < STALE

  const send = async (): Promise<void> => {
    if (isSending || form === null) return
    const address = addressFor(form)
    if (address === null) return events.notSavedYet(form)
    const contents = contentsOf(form)
    if (isSent(address, contents)) return
    isSending = true
    // Input that is typed in the meantime is sent next.
    let next = 0
    try {
      const response = await sendForm(address, contents, token)
      token = response.token
      sent = { address, contents, at: Date.now() }
      if (form !== null) events.kept(response)
    } catch (error) {
      const isRefused = error instanceof Refused
      sent = isRefused ? { address, contents, at: Date.now() } : null
      next = isRefused ? 0 : RETRY
      if (form !== null) events.notKept(isRefused ? error.message : null)
    }
    isSending = false
    sendLater(next)
  }
  return {
    follow(next) {
      following.abort()
      following = new AbortController()
      form = next
      const { signal } = following
      for (const name of ['input', 'change']) form.addEventListener(name, () => sendLater(DELAY), { signal })
      // A new document gets its address with the first save.
      const saved = new MutationObserver(() => sendLater(0))
      saved.observe(form, { attributeFilter: ['action'] })
      signal.addEventListener('abort', () => saved.disconnect())
      sendLater(0)
    },
    sendNow: () => sendLater(0),
    end() {
      if (timer !== null) clearTimeout(timer)
      following.abort()
      form = null
    },
  }
}
