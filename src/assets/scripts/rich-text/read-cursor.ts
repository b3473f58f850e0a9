import type { EditorView } from '@tiptap/pm/view'

/**
 * Reads where the cursor stands before a key acts on it. The browser moves the cursor first and tells the editor a
 * moment later; a key that comes in between, on a busy machine, would act where the cursor was.
 */
export function readCursor(_view: EditorView, event: KeyboardEvent): void {
  if (!event.isComposing) document.dispatchEvent(new Event('selectionchange'))
}
