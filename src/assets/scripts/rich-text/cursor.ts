import type { Editor } from '@tiptap/core'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Puts the cursor of a new editor into text. If the content begins with a picture, the editor would otherwise select
 * that picture, and the first click would change nothing.
 */
export function startInText({ state, view }: Editor): void {
  if (!(state.selection instanceof NodeSelection)) return
  const inText = Selection.findFrom(state.doc.resolve(0), 1, true)
  if (inText) view.dispatch(state.tr.setSelection(inText))
}

/**
 * Passes the browser's cursor on to the editor before the editor handles a key. The browser reports a moved cursor with
 * a delay; a key pressed before that would act at the old position.
 */
export function readCursor(_view: EditorView, event: KeyboardEvent): void {
  if (!event.isComposing) document.dispatchEvent(new Event('selectionchange'))
}
