import type { Editor } from '@tiptap/core'

/** A button of a bar above the text, or a line of the menu in it. */
export interface Tool {
  readonly label: string
  /** Without one, the button has its label for a face. */
  readonly icon?: string
  /** As `aria-keyshortcuts` names them; Tiptap's own, but for the link's. */
  readonly keys?: string
  readonly run: (editor: Editor) => void
  readonly isOn?: (editor: Editor) => boolean
  readonly canRun?: (editor: Editor) => boolean
}
