import type { Translate } from '../behaviours/words.ts'

export interface Notice {
  /** Says something that stays until it is closed, below what was said before. */
  readonly notify: (text: string) => void
  /** Belongs somewhere on the page. */
  readonly element: HTMLElement
}

/** Lines above the text that somebody should know of. */
export function createNotice(translate: Translate): Notice {
  const element = document.createElement('div')
  element.className = 'rich-text-notice'
  const lines = document.createElement('div')
  lines.setAttribute('role', 'alert')
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'btn'
  close.dataset.variant = 'outline'
  close.dataset.size = 'sm'
  close.textContent = translate('Close')
  close.addEventListener('click', () => {
    lines.replaceChildren()
    element.replaceChildren()
  })
  return {
    element,
    notify: (text) => {
      const line = document.createElement('p')
      line.textContent = text
      lines.append(line)
      element.replaceChildren(lines, close)
    },
  }
}
