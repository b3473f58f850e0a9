import type { EditorView } from '@tiptap/pm/view'

/**
 * Reads the cursor's position before a key takes effect. The browser moves the cursor first and informs the editor a
 * moment later; on a busy machine, a key in between would act at the old position.
 */
export function readCursor(_view: EditorView, event: KeyboardEvent): void {
  if (!event.isComposing) document.dispatchEvent(new Event('selectionchange'))
}
