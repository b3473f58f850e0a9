import type { Translate } from '../behaviours/words.ts'
import type { UnsavedChanges } from './unsaved-changes.ts'

/** State and actions of a form that is being sent. */
export interface Sending {
  readonly unsaved: UnsavedChanges
  /** Shows the state of saving beside the buttons. */
  readonly tell: (text: string) => void
  readonly say: Translate
}

/** Waits until pictures that were pasted into rich text of the form have been uploaded. */
function uploaded(form: HTMLFormElement): Promise<unknown> {
  if (form.dataset.uploading === undefined) return Promise.resolve()
  return new Promise((resolve) => form.addEventListener('lintel:uploaded', resolve, { once: true }))
}

const turns = new WeakMap<HTMLFormElement, Promise<unknown>>()

/**
 * Runs a request of a form after its earlier requests, because the service would reject one of two concurrent saves.
 */
export function inTurn<Result>(form: HTMLFormElement, run: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(form) ?? Promise.resolve()).then(() => uploaded(form)).then(run)
  turns.set(form, turn)
  return turn
}
