import type { FromForm, FromPage } from '../../../client/preview/messages.ts'

/** Maximum time for a page to load (`LOADING`), and then to send its first message (`GREETING`), in milliseconds. */
const LOADING = 20_000
const GREETING = 4000

/** Handlers for messages of the page in the frame. */
export interface Listener {
  greeted(): void
  shown(change: number): void
  failed(reason: string): void
  selected(field: string): void
  /** Called if the page has not responded in time. */
  silent(): void
}

/** The form's side of the exchange of messages with the page in the frame. */
export interface Conversation {
  /** True once the page has sent its first message, so that it receives changes. */
  readonly isConnected: boolean
  /** Loads a page into the frame. */
  load(url: string): void
  send(message: FromForm): void
  end(): void
}

/**
 * Exchanges messages with the page in a frame: only with the window of that frame, and only while the page in it has
 * the origin of the address that was loaded.
 */
export function converse(frame: HTMLIFrameElement, listener: Listener): Conversation {
  let origin = ''
  let isConnected = false
  let timer = 0
  const wait = (time: number): void => {
    clearTimeout(timer)
    if (!isConnected) timer = window.setTimeout(() => listener.silent(), time)
  }
  const hear = ({ source, origin: from, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || from !== origin) return
    // The message comes from another program, so each property is checked before it is used.
    const message = data as Partial<FromPage> | null
    if (message?.lintel === 'hello') {
      isConnected = true
      clearTimeout(timer)
      listener.greeted()
    }
    if (message?.lintel === 'shown') listener.shown(Number(message.change))
    if (message?.lintel === 'failed') listener.failed(String(message.reason).slice(0, 200))
    if (message?.lintel === 'selected') listener.selected(String(message.field).slice(0, 500))
  }
  const loaded = (): void => {
    if (origin !== '') wait(GREETING)
  }
  window.addEventListener('message', hear)
  frame.addEventListener('load', loaded)
  return {
    get isConnected() {
      return isConnected
    },
    load(url) {
      origin = new URL(url).origin
      isConnected = false
      wait(LOADING)
      frame.src = url
    },
    send: (message) => {
      if (isConnected) frame.contentWindow?.postMessage(message, origin)
    },
    end() {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
      frame.removeEventListener('load', loaded)
    },
  }
}
