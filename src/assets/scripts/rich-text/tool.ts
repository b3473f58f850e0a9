import type { Editor } from '@tiptap/core'

/** A button of a toolbar, or an item of the slash menu. */
export interface Tool {
  readonly label: string
  /** Name of the icon. Without one, the button shows its label. */
  readonly icon?: string
  /** Keys in the form of `aria-keyshortcuts`, to be shown. Tiptap or the editor handles them. */
  readonly keys?: string
  readonly run: (editor: Editor) => void
  readonly isOn?: (editor: Editor) => boolean
  readonly canRun?: (editor: Editor) => boolean
}
