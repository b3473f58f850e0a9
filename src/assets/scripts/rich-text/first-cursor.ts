import type { Editor } from '@tiptap/core'
import { NodeSelection, Selection } from '@tiptap/pm/state'

/**
 * Puts the cursor of a new editor into text. Before a picture it would be on the picture, where the first click changes
 * nothing, and the browser takes it for one beside the picture.
 */
export function startInText({ state, view }: Editor): void {
  if (!(state.selection instanceof NodeSelection)) return
  const inText = Selection.findFrom(state.doc.resolve(0), 1, true)
  if (inText) view.dispatch(state.tr.setSelection(inText))
}
