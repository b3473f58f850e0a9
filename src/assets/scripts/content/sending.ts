import type { Translate } from '../behaviours/words.ts'
import type { UnsavedChanges } from './unsaved-changes.ts'

/** A form's state while it is sent. */
export interface Sending {
  readonly unsaved: UnsavedChanges
  /** Shows the state of saving beside the buttons. */
  readonly tell: (text: string) => void
  readonly say: Translate
}

const turns = new WeakMap<HTMLFormElement, Promise<unknown>>()

/** Runs what sends a form after whatever sends it already: two requests at once would refuse each other. */
export function inTurn<Result>(form: HTMLFormElement, run: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(form) ?? Promise.resolve()).then(run)
  turns.set(form, turn)
  return turn
}
