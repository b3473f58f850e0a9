/**
 * Converts an input's name to its path in the document. Names of items contain keys, paths contain positions:
 * `parts.n1x.text` is `parts.0.text`.
 */
export function pathOf(form: HTMLElement, name: string): string {
  return translated(name, (list, key) => keysOf(form, list).indexOf(key))
}

/** Returns the id of the first input at a path of the document. An item of a list has no id of its own. */
export function idAt(form: HTMLFormElement, path: string): string {
  const name = nameOf(form, path)
  const [list, key] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)]
  const item = form.querySelector(`input[name="${CSS.escape(`${list}[]`)}"][value="${CSS.escape(key)}"]`)
  const first = item?.closest('[data-item]')?.querySelector('[id^="field-"]')
  return first?.id ?? `field-${name.replaceAll('.', '-')}`
}

function nameOf(form: HTMLElement, path: string): string {
  const steps: string[] = []
  for (const step of path.split('.')) {
    steps.push(/^\d+$/.test(step) ? (keysOf(form, steps.join('.'))[Number(step)] ?? step) : step)
  }
  return steps.join('.')
}

/** Returns the name of the field around an element; `null` if the element is in no field. */
export function nameAround(element: Element): string | null {
  const name =
    element.closest<HTMLElement>('[data-name]')?.dataset.name ??
    element.closest('[data-rich-text]')?.querySelector('textarea')?.name ??
    element.getAttribute('name')?.replace(/~add$/, '') ??
    element.closest<HTMLElement>('fieldset[data-path]')?.dataset.path ??
    ''
  return name === '' || name.startsWith('~') ? null : name
}

function translated(name: string, positionOf: (list: string, key: string) => number): string {
  const steps = name.split('.')
  return steps
    .map((step, index) => {
      const position = index === 0 ? -1 : positionOf(steps.slice(0, index).join('.'), step)
      return position === -1 ? step : String(position)
    })
    .join('.')
}

function keysOf(form: HTMLElement, list: string): readonly string[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(`${list}[]`)}"]`)].map(
    ({ value }) => value,
  )
}
