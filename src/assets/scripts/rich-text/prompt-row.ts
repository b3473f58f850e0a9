import type { Translate } from '../behaviours/words.ts'

export interface Prompt {
  /** Label of the question. */
  readonly label: string
  readonly value: string
  /** Returns the problem with an answer; `null` where it can be taken. */
  readonly check: (text: string) => string | null
  readonly answered: (text: string) => void
  /** Another way out, as a button. */
  readonly other?: { readonly label: string; readonly run: () => void }
}

export interface PromptRow {
  readonly element: HTMLElement
  readonly ask: (prompt: Prompt) => void
}

/** A line below the toolbar that asks for one text. Escape closes it. */
export function createPromptRow(translate: Translate, closed: () => void): PromptRow {
  const element = document.createElement('div')
  element.className = 'grid gap-1 border-b p-2'
  element.hidden = true
  const close = (): void => {
    element.hidden = true
    element.replaceChildren()
    closed()
  }
  return { element, ask: (prompt) => show(element, prompt, translate, close) }
}

function show(
  element: HTMLElement,
  { label, value, check, answered, other }: Prompt,
  translate: Translate,
  close: () => void,
): void {
  const line = document.createElement('label')
  line.className = 'flex flex-wrap items-center gap-2 text-sm'
  const input = document.createElement('input')
  input.className = 'input h-8 min-w-40 grow'
  input.value = value
  const problem = document.createElement('p')
  problem.className = 'text-sm text-destructive empty:hidden'
  problem.setAttribute('role', 'alert')
  const apply = (): void => {
    const wrong = check(input.value.trim())
    problem.textContent = wrong ?? ''
    if (wrong !== null) return
    answered(input.value.trim())
    close()
  }
  line.append(label, input, button(translate('Apply'), apply))
  if (other)
    line.append(
      button(other.label, () => {
        other.run()
        close()
      }),
    )
  for (const event of ['input', 'change'] as const) line.addEventListener(event, (one) => one.stopPropagation())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      event.preventDefault() // the form around is not meant
      apply()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
  })
  element.replaceChildren(line, problem)
  element.hidden = false
  input.select()
  input.focus()
}

function button(label: string, run: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'btn'
  made.dataset.size = 'sm'
  made.dataset.variant = 'outline'
  made.textContent = label
  made.addEventListener('click', run)
  return made
}
