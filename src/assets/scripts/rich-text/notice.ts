import type { Translate } from '../behaviours/words.ts'

export interface Notice {
  /** Adds a message that stays until it is closed. */
  readonly notify: (text: string) => void
  /** Element to insert into the page. */
  readonly element: HTMLElement
}

/** Creates the list of messages above the text. */
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
