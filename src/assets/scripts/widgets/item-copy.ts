let made = 0

/** Creates a new item of a kind from its template, not yet on the page; `null` if the kind has no template. */
export function makeItem(host: HTMLElement, type: string): HTMLElement | null {
  const template = [...host.querySelectorAll<HTMLTemplateElement>(':scope > template')].find(
    (candidate) => (candidate.dataset.type ?? '') === type,
  )
  if (!template) return null
  made += 1
  const fresh = document.createElement('template')
  // The key occurs in names, ids and labels, and in those of nested templates.
  fresh.innerHTML = template.innerHTML.replaceAll(template.dataset.key ?? '', `n${Date.now().toString(36)}${made}`)
  return fresh.content.firstElementChild as HTMLElement | null // a template contains one element
}

/** Returns the kind of a block; empty for the items of a list. */
export function typeOf(item: HTMLElement): string {
  return item.querySelector<HTMLInputElement>(`input[name="${CSS.escape(`${prefixOf(item)}type`)}"]`)?.value ?? ''
}

/** Copies the values of an item into a new one of the same kind, including nested items. */
export function copyInto(item: HTMLElement, fresh: HTMLElement): void {
  const [from, to] = [prefixOf(item), prefixOf(fresh)]
  const twinOf = (name: string): string => to + name.slice(from.length)
  for (const list of listsIn(item)) {
    const twin = listsIn(fresh).find(({ name }) => name === twinOf(list.name))
    for (const inner of list.element.querySelectorAll<HTMLElement>(':scope > [data-list] > [data-item]')) {
      const copy = twin && makeItem(twin.element, typeOf(inner))
      if (!copy) continue
      copyInto(inner, copy)
      twin.element.querySelector(':scope > [data-list]')?.append(copy)
    }
  }
  for (const input of ownInputs(item)) {
    const twin = ownInputs(fresh).find(({ name, type }) => name === twinOf(input.name) && type === input.type)
    if (!twin || twin.type === 'hidden') continue
    if (input instanceof HTMLInputElement && input.type === 'checkbox')
      (twin as HTMLInputElement).checked = input.checked
    else twin.value = input.value
  }
  for (const chosen of ownParts(item, '[data-chosen]')) {
    const name = chosen.closest<HTMLElement>('[data-name]')?.dataset.name ?? ''
    const twin = ownParts(fresh, `[data-name="${CSS.escape(twinOf(name))}"] [data-chosen]`)[0]
    const copies = [...chosen.children].map((child) => child.cloneNode(true) as Element)
    for (const input of copies.flatMap((copy) => [...copy.querySelectorAll('input')])) input.name = twinOf(input.name)
    twin?.replaceChildren(...copies)
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Returns the prefix of the names of an item's inputs: `sections.3.`. */
function prefixOf(item: HTMLElement): string {
  const key = item.querySelector<HTMLInputElement>(':scope > input[type=hidden]')
  return key ? `${key.name.replace(/\[\]$/, '')}.${key.value}.` : ''
}

/** Returns the elements of an item without those of nested items. */
function ownParts(item: HTMLElement, selector: string): HTMLElement[] {
  return [...item.querySelectorAll<HTMLElement>(selector)].filter((part) => part.closest('[data-item]') === item)
}

function ownInputs(item: HTMLElement): Control[] {
  return ownParts(item, 'input[name], textarea[name], select[name]') as Control[] // the selector only matches these
}

function listsIn(item: HTMLElement): { readonly element: HTMLElement; readonly name: string }[] {
  return ownParts(item, '[data-items]').map((element) => ({
    element,
    name: element.closest<HTMLElement>('fieldset[data-path]')?.dataset.path ?? '',
  }))
}
