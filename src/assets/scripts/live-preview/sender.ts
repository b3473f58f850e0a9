import { addressFor, contentsOf, Refused, type Sent, sendForm } from './send-form.ts'

/** Milliseconds from a key to the request that shows it; while one is under way the next waits for it. */
const DELAY = 100
/** Milliseconds after which a service that could not be reached is tried again. */
const RETRY = 3000
/** Milliseconds after which the same values are sent again: the service keeps them for 15 minutes. */
const STALE = 10 * 60_000

/** Outcomes of sending a form. */
export interface SenderEvents {
  kept(answer: Sent): void
  /** @param reason in words of the service; `null` where it cannot be reached, and is tried again */
  notKept(reason: string | null): void
  /** The document is new, and has no preview before it is saved. */
  notSavedYet(form: HTMLFormElement): void
}

/** Sends a form while somebody fills it in: what has changed, one request at a time. */
export interface Sender {
  /** Goes on with the form that has taken the place of the one before. */
  follow(form: HTMLFormElement): void
  /** Sends what is not sent yet, or so long ago that it is forgotten. */
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
    // What is typed meanwhile goes next.
    let next = 0
    try {
      const answer = await sendForm(address, contents, token)
      token = answer.token
      sent = { address, contents, at: Date.now() }
      if (form !== null) events.kept(answer)
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
