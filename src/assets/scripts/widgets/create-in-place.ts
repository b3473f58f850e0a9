import { ADDED } from '../behaviours/behaviour.ts'
import type { Translate } from '../behaviours/words.ts'
import { showFieldError } from '../content/field-errors.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'

/**
 * `<button data-create="tags">` in a picker: opens the form of a new document as a dialog, and chooses the created
 * document.
 */
export function createInPlace(
  host: HTMLElement,
  choose: (id: string, label: string) => void,
  tell: (text: string) => void,
  translate: Translate,
): void {
  const button = host.querySelector<HTMLButtonElement>('[data-create]')
  button?.addEventListener('click', async () => {
    try {
      const query = new URLSearchParams({ collection: button.dataset.create ?? '' })
      const response = await fetchSignedIn(`/admin/content/dialog?${query}`, { headers: { 'hx-request': 'true' } })
      if (!response.ok) throw new Error(String(response.status))
      open(await response.text(), (id, label) => {
        choose(id, label)
        button.focus()
      })
    } catch {
      tell(translate('The list cannot be loaded. Try again.'))
    }
  })
}

function open(content: string, chosen: (id: string, label: string) => void): void {
  // Outside of the form, because forms cannot be nested.
  document.body.insertAdjacentHTML('beforeend', content)
  const dialog = document.body.lastElementChild as HTMLDialogElement // just inserted
  const form = dialog.querySelector('form')
  document.dispatchEvent(new Event(ADDED))
  for (const button of dialog.querySelectorAll('[data-close]')) button.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const made = await create(form, event.submitter)
    if (made === null) return
    dialog.close()
    chosen(made.id, made.label)
  })
  dialog.showModal()
}

async function create(form: HTMLFormElement, submitter: HTMLElement | null) {
  const problem = form.querySelector('[data-problem]')
  try {
    const response = await fetchSignedIn(form.action, {
      method: 'POST',
      body: new FormData(form, submitter),
      headers: { accept: 'application/json' },
    })
    const body = await response.json()
    if (response.ok)
      return { id: String(body.data.id), label: String(body.data[form.dataset.titleField ?? ''] || body.data.id) }
    for (const { path, message } of body.errors ?? []) showFieldError(form, path, message)
    if (problem) problem.textContent = body.detail ?? body.title
  } catch (error) {
    if (problem) problem.textContent = String(error)
  }
  return null
}
