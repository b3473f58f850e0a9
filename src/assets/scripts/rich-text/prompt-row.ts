import type { Translate } from '../behaviours/words.ts'

export interface Prompt {
  /** Texts to ask for, in order. */
  readonly fields: readonly {
    readonly label: string
    readonly value: string
    /** Called with the input once it is on the page. */
    readonly made?: (input: HTMLInputElement) => void
  }[]
  /** Returns the problem with the texts; `null` if they are valid. Default: all texts are valid. */
  readonly check?: (texts: readonly string[]) => string | null
  readonly submit: (texts: readonly string[]) => void
  /** An alternative action, as a button. */
  readonly other?: { readonly label: string; readonly run: () => void }
}

export interface PromptRow {
  readonly element: HTMLElement
  readonly ask: (prompt: Prompt) => void
}

/** Creates a line below the toolbar that asks for texts. Escape closes it. */
export function createPromptRow(translate: Translate, closed: () => void): PromptRow {
  const element = document.createElement('div')
  element.className = 'grid gap-2 border-t p-2'
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
  { fields, check, submit, other }: Prompt,
  translate: Translate,
  close: () => void,
): void {
  const lines = fields.map(createField)
  const inputs = lines.map(({ input }) => input)
  const problem = document.createElement('p')
  problem.className = 'text-sm text-destructive empty:hidden'
  problem.setAttribute('role', 'alert')
  const apply = (): void => {
    const texts = inputs.map(({ value }) => value.trim())
    const wrong = check?.(texts) ?? null
    problem.textContent = wrong ?? ''
    if (wrong !== null) return
    submit(texts)
    close()
  }
  const row = document.createElement('div')
  row.className = 'flex flex-wrap items-end gap-2'
  row.append(...lines.map(({ label }) => label), button(translate('Apply'), apply))
  if (other)
    row.append(
      button(other.label, () => {
        other.run()
        close()
      }),
    )
  row.onkeydown = (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault() // prevents submitting the surrounding form
      apply()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
  }
  element.replaceChildren(row, problem)
  element.hidden = false
  for (const [index, { made }] of fields.entries()) if (inputs[index]) made?.(inputs[index])
  inputs[0]?.select()
  inputs[0]?.focus()
}

function createField({ label, value }: Prompt['fields'][number]) {
  const line = document.createElement('label')
  line.className = 'relative grid grow gap-1 text-sm'
  const input = document.createElement('input')
  input.className = 'input h-8 min-w-40'
  input.value = value
  line.append(label, input)
  for (const event of ['input', 'change'] as const)
    line.addEventListener(event, (inputEvent) => inputEvent.stopPropagation())
  return { label: line, input }
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
