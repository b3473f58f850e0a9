import type { Editor } from '@tiptap/core'
import type { Translate } from '../behaviours/words.ts'
import { createIcon } from './icon.ts'
import { namedKeys, shownKeys } from './keys.ts'
import type { Tool } from './tool.ts'

export interface ToolbarOptions {
  /** Name of the toolbar. */
  readonly label: string
  readonly translate: Translate
  readonly className: string
  /** Tells whether the toolbar is visible. Default: always. */
  readonly isShown?: (editor: Editor) => boolean
}

/**
 * Creates a toolbar. Buttons of active formatting are pressed, those that are not applicable are disabled. It is a
 * single tab stop: arrow keys move between buttons.
 */
export function createToolbar(
  editor: Editor,
  tools: readonly Tool[],
  { label, translate, className, isShown }: ToolbarOptions,
): HTMLElement {
  const bar = document.createElement('div')
  bar.className = className
  bar.setAttribute('role', 'toolbar')
  bar.setAttribute('aria-label', label)
  const buttons = tools.map((tool, index) => {
    const button = createButton(tool, translate)
    button.tabIndex = index === 0 ? 0 : -1
    button.addEventListener('click', () => {
      if (button.ariaDisabled !== 'true') tool.run(editor)
    })
    bar.append(button)
    return { tool, button }
  })
  bar.addEventListener('keydown', (event) =>
    walk(
      event,
      buttons.map(({ button }) => button),
    ),
  )
  const show = (): void => {
    if (isShown) bar.hidden = !isShown(editor)
    if (bar.hidden) return
    for (const { tool, button } of buttons) {
      if (tool.isOn) button.setAttribute('aria-pressed', String(tool.isOn(editor)))
      if (tool.canRun) button.setAttribute('aria-disabled', String(!tool.canRun(editor)))
    }
  }
  editor.on('transaction', show)
  show()
  return bar
}

function createButton({ icon, label, keys }: Tool, translate: Translate): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className =
    'btn shrink-0 text-foreground aria-pressed:bg-accent aria-pressed:text-accent-foreground aria-disabled:opacity-50'
  button.dataset.variant = 'ghost'
  button.dataset.size = icon === undefined ? 'sm' : 'icon-sm'
  const name = translate(label)
  if (icon === undefined) button.textContent = name
  else {
    button.title = keys === undefined ? name : `${name} (${shownKeys(keys)})`
    button.setAttribute('aria-label', name)
    button.append(createIcon(icon))
  }
  if (keys !== undefined) button.setAttribute('aria-keyshortcuts', namedKeys(keys))
  button.addEventListener('mousedown', (event) => event.preventDefault()) // the text keeps the focus and its selection
  return button
}

function walk(event: KeyboardEvent, buttons: readonly HTMLButtonElement[]): void {
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const to: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % buttons.length,
    ArrowLeft: (at - 1 + buttons.length) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = buttons[to[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1
  next.focus()
}
