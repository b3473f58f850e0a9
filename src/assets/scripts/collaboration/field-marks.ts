import { behaviour } from '../behaviours/behaviour.ts'
import { translatorOf } from '../behaviours/words.ts'

const MARK = 'commentMark'

/**
 * `<div data-field-comments='{"title":1}'>`: adds a button beside the label of each field that can be commented on. It
 * leads to the field's first open thread, or to the form for a new one.
 */
behaviour('[data-field-comments]', (part) => {
  const template = part.querySelector<HTMLTemplateElement>('template[data-field-mark]')
  const choice = part.querySelector<HTMLSelectElement>('select[name=field]')
  if (template === null || choice === null) return
  const translate = translatorOf(part)
  const counts: Readonly<Record<string, number>> = JSON.parse(part.dataset.fieldComments ?? '{}')

  for (const { value: field, text: label } of choice.options) {
    const holder = holderOf(field)
    if (holder === null) continue
    holder.querySelector(`:scope > [data-comment-mark]`)?.remove()
    const mark = template.content.firstElementChild?.cloneNode(true) as HTMLButtonElement // a button, as it is rendered
    const count = counts[field] ?? 0
    mark.dataset[MARK] = field
    const name = mark.querySelector('[data-name]')
    if (name)
      name.textContent =
        count === 0
          ? translate('Comment on {field}', { field: label })
          : translate('Comments on {field}: {count}', { field: label, count })
    const number = mark.querySelector('[data-count]')
    if (number) number.textContent = count === 0 ? '' : String(count)
    mark.toggleAttribute('data-has-comments', count > 0)
    mark.addEventListener('click', () => (count === 0 ? begin(field) : lead(field)))
    holder.classList.add('relative')
    holder.append(mark)
  }

  const begin = (field: string): void => {
    choice.value = field
    const input = choice.form?.querySelector('textarea')
    input?.scrollIntoView({ block: 'center' })
    input?.focus({ preventScroll: true })
  }
  const lead = (field: string): void => {
    const thread = part.querySelector<HTMLElement>(`[data-thread-field="${CSS.escape(field)}"]`)
    if (thread === null) return
    thread.tabIndex = -1
    thread.scrollIntoView({ block: 'center' })
    thread.focus({ preventScroll: true })
  }
})

/** Returns the element of a field in the document's form, with its label; `null` if the form does not contain it. */
function holderOf(field: string): HTMLElement | null {
  const control =
    field === '' ? null : document.querySelector<HTMLElement>(`form[data-document] #field-${CSS.escape(field)}`)
  return control?.closest<HTMLElement>('.field') ?? control
}
