import type { Translate } from '../behaviours/words.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'

/** A property that can be changed in a list, as the page describes it. */
export interface InlineField {
  readonly name: string
  readonly label: string
  readonly kind: 'choice' | 'day' | 'moment' | 'documents'
  readonly choices?: readonly (readonly [value: string | boolean | null, label: string])[]
  readonly target?: string
}

/** Input element for a value. */
export interface Control {
  readonly element: HTMLElement
  /** Returns the value in the form that the API expects. */
  readonly read: () => unknown
  readonly focus: () => void
}

interface Context {
  readonly translate: Translate
  /** Saves the value at once. */
  readonly submit: () => void
}

/** Creates the control for a property with its value. */
export function controlFor(field: InlineField, value: unknown, context: Context): Control {
  if (field.kind === 'choice') return choiceControl(field, value, context)
  if (field.kind === 'documents') return referencesControl(field, value, context)
  return timeControl(field, value)
}

/** Creates radio buttons: arrow keys choose, Enter saves; a click does both. */
function choiceControl({ label, choices = [] }: InlineField, value: unknown, { submit }: Context): Control {
  const group = fieldset(label)
  const inputs = choices.map(([, text], index) => {
    const { line, input } = option('radio', text)
    input.name = 'choice'
    input.checked = choices[index]?.[0] === value
    // Arrow keys cause clicks as well, but with `detail` 0.
    input.addEventListener('click', ({ detail }) => {
      if (detail > 0) submit()
    })
    group.append(line)
    return input
  })
  return {
    element: group,
    read: () => choices[inputs.findIndex(({ checked }) => checked)]?.[0] ?? null,
    focus: () => (inputs.find(({ checked }) => checked) ?? inputs[0])?.focus(),
  }
}

/** Creates an input for a day, or for a time in the user's zone. */
function timeControl({ label, kind }: InlineField, value: unknown): Control {
  const input = document.createElement('input')
  input.className = 'input'
  input.type = kind === 'day' ? 'date' : 'datetime-local'
  input.ariaLabel = label
  if (typeof value === 'string') input.value = kind === 'day' ? value : local(new Date(value))
  const read = () => {
    if (input.value === '') return null
    return kind === 'day' ? input.value : new Date(input.value).toISOString()
  }
  return { element: input, read, focus: () => input.focus() }
}

function local(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Creates checkboxes for the chosen documents and for search results. */
function referencesControl({ label, target = '' }: InlineField, value: unknown, { translate }: Context): Control {
  const chosen = new Map(
    Array.isArray(value) ? value.map(([id, text]: readonly [string, string]) => [id, text] as const) : [],
  )
  const group = fieldset(label)
  const search = document.createElement('input')
  search.type = 'search'
  search.className = 'input'
  search.ariaLabel = translate('Search')
  search.placeholder = translate('Search')
  const list = document.createElement('div')
  list.className = 'grid max-h-56 gap-1 overflow-y-auto'
  group.append(search, list)
  let requests = 0
  const show = (offered: readonly (readonly [string, string])[]): void => {
    const lines = new Map([...chosen, ...offered])
    list.replaceChildren(
      ...[...lines].map(([id, text]) => {
        const { line, input } = option('checkbox', text)
        input.checked = chosen.has(id)
        input.addEventListener('change', () => {
          if (input.checked) chosen.set(id, text)
          else chosen.delete(id)
        })
        return line
      }),
    )
  }
  const ask = async (): Promise<void> => {
    requests += 1
    const request = requests
    const query = new URLSearchParams({ target, q: search.value })
    const response = await fetchSignedIn(`/admin/content/options?${query}`, {
      headers: { accept: 'application/json' },
    }).catch(() => null)
    if (request !== requests || !response?.ok) return
    const { data } = (await response.json()) as { data: readonly { id: string; label: string }[] } // as the route returns it
    show(data.map(({ id, label: text }) => [id, text] as const))
  }
  show([])
  void ask()
  search.addEventListener('input', () => void ask())
  return { element: group, read: () => [...chosen.keys()], focus: () => search.focus() }
}

function fieldset(label: string): HTMLFieldSetElement {
  const group = document.createElement('fieldset')
  group.className = 'grid gap-2 text-sm'
  const legend = document.createElement('legend')
  legend.className = 'mb-2 font-medium'
  legend.textContent = label
  group.append(legend)
  return group
}

function option(type: 'radio' | 'checkbox', text: string) {
  const line = document.createElement('label')
  line.className = 'flex min-h-6 items-center gap-2'
  const input = document.createElement('input')
  input.type = type
  input.className = 'input'
  line.append(input, text)
  return { line, input }
}
