import { ADDED } from '../behaviours/behaviour.ts'
import { showFieldError } from '../content/field-errors.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'

/** Options for the forms of custom nodes. */
export interface NodeForms {
  readonly collection: string
  /** Returns the name of the input with the rich text. */
  readonly path: () => string
  readonly tell: (text: string) => void
  readonly failed: string
}

export type NodeValues = { readonly [name: string]: unknown }

/** Shows the form of a node's attributes over the page, and calls `submit` with the new attributes. */
export async function askAboutNode(
  forms: NodeForms,
  type: string,
  values: NodeValues,
  submit: (values: NodeValues) => void,
  closed: () => void,
): Promise<void> {
  const query = new URLSearchParams({ collection: forms.collection, path: forms.path(), node: type })
  const body = new FormData()
  body.set('~values', JSON.stringify(values))
  try {
    const response = await fetchSignedIn(`/admin/content/node-form?${query}`, {
      method: 'POST',
      body,
      headers: { accept: 'text/html', 'hx-request': 'true' },
    })
    if (!response.ok) throw new Error(String(response.status))
    open(await response.text(), submit, closed, forms.failed)
  } catch {
    forms.tell(forms.failed)
  }
}

function open(content: string, submit: (values: NodeValues) => void, closed: () => void, failed: string): void {
  // Outside of the document's form, because forms cannot be nested.
  document.body.insertAdjacentHTML('beforeend', content)
  const dialog = document.body.lastElementChild as HTMLDialogElement // just inserted
  const form = dialog.querySelector('form')
  document.dispatchEvent(new Event(ADDED))
  for (const button of dialog.querySelectorAll('[data-close]')) button.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    closed()
  })
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const values = await read(form, failed)
    if (values === null) return
    submit(values)
    dialog.close()
  })
  dialog.showModal()
}

async function read(form: HTMLFormElement, failed: string): Promise<NodeValues | null> {
  const problem = form.querySelector('[data-problem]')
  try {
    const response = await fetchSignedIn(form.action, {
      method: 'POST',
      body: new FormData(form),
      headers: { accept: 'application/json' },
    })
    const body = await response.json()
    if (response.ok) return body.data
    for (const { path, message } of body.errors ?? []) showFieldError(form, path, message)
    if (problem) problem.textContent = body.detail ?? body.title
  } catch {
    if (problem) problem.textContent = failed
  }
  return null
}
