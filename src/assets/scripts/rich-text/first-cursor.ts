import type { Editor } from '@tiptap/core'
import { NodeSelection, Selection } from '@tiptap/pm/state'

/**
 * Puts the cursor of a new editor into text. Otherwise a text that begins with a picture would have it on the picture,
 * and the first click would change nothing.
 */
export function startInText({ state, view }: Editor): void {
  if (!(state.selection instanceof NodeSelection)) return
  const inText = Selection.findFrom(state.doc.resolve(0), 1, true)
  if (inText) view.dispatch(state.tr.setSelection(inText))
}
