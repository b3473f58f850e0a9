/** `lintel/client/preview`: updates a page of a website while its document is edited in the form beside it. */
import { createMarks } from './preview/marks.ts'
import { type FromForm, type FromPage, fromForm } from './preview/messages.ts'
import { refreshPage } from './preview/refresh.ts'

export interface LivePreviewOptions {
  /** The address of the service, or several. Messages from other origins are ignored, and none are sent to them. */
  readonly cms: string | readonly string[]
  /**
   * Called to show the document's current state, which it must read with the token of the preview. Default: the page is
   * fetched again, and its differences are applied in place. Calls never overlap.
   */
  readonly update?: () => void | Promise<void>
}

/**
 * Makes the page follow what is typed into the form beside it. A click on a marked element selects its field in the
 * form. Does nothing outside a frame.
 * ```ts
 * livePreview({ cms: 'https://cms.example.com' })
 * ```
 * @returns a function that ends the live preview
 */
export function livePreview({ cms, update = refreshPage }: LivePreviewOptions): () => void {
  if (typeof window === 'undefined' || window.parent === window) return () => {}
  const form = window.parent
  const origins = [cms].flat().map((address) => new URL(address).origin)
  let formOrigin: string | undefined
  let latest = 0
  let isUpdating = false
  const send = (message: FromPage): void => {
    for (const origin of formOrigin === undefined ? origins : [formOrigin]) form.postMessage(message, origin)
  }
  const marks = createMarks((field) => send({ lintel: 'selected', field }))

  const follow = async (change: number): Promise<void> => {
    latest = change
    if (isUpdating) return
    isUpdating = true
    for (let shown = -1; shown < latest; ) {
      shown = latest
      try {
        await update()
        send({ lintel: 'shown', change: shown })
      } catch (error) {
        send({ lintel: 'failed', change: shown, reason: error instanceof Error ? error.message : String(error) })
      }
    }
    isUpdating = false
  }
  const listen = ({ source, origin, data }: MessageEvent): void => {
    if (source !== form || !origins.includes(origin)) return
    const message: FromForm | null = fromForm(data)
    if (message === null) return
    formOrigin = origin
    marks.show(message.field)
    if (message.lintel === 'changed') void follow(message.change)
  }

  window.addEventListener('message', listen)
  send({ lintel: 'hello' })
  return () => {
    window.removeEventListener('message', listen)
    marks.remove()
  }
}

/**
 * Returns attributes that mark an element as the place of a field, by its path in the document:
 * `{...previewField('parts.0.image')}`.
 */
export function previewField(path: string): { readonly 'data-lintel-field': string } {
  return { 'data-lintel-field': path }
}
