import type { Editor } from '@tiptap/core'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Puts the cursor of a new editor into text. Otherwise a text that begins with a picture would have it on the picture,
 * and the first click would change nothing.
 */
export function startInText({ state, view }: Editor): void {
  if (!(state.selection instanceof NodeSelection)) return
  const inText = Selection.findFrom(state.doc.resolve(0), 1, true)
  if (inText) view.dispatch(state.tr.setSelection(inText))
}

/**
 * Reads where the cursor stands before a key acts on it. The browser moves the cursor first and tells the editor a
 * moment later; a key that comes in between, on a busy machine, would act where the cursor was.
 */
export function readCursor(_view: EditorView, event: KeyboardEvent): void {
  if (!event.isComposing) document.dispatchEvent(new Event('selectionchange'))
}
