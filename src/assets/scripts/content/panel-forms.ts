import { ADDED, behaviour } from '../behaviours/behaviour.ts'
import { translatorOf } from '../behaviours/words.ts'
import { fetchSignedIn } from '../session/fetch-signed-in.ts'

/** Maximum wait for a response, in milliseconds: longer than the service waits for its database. */
const PATIENCE = 30_000

/** Unsent texts by page and id of the input, because the page may be replaced before they are sent. */
const typed = new Map<string, string>()

/**
 * `<div data-part>`: sends its forms without leaving the page, and replaces itself with the response; errors are shown
 * in the form's `data-problem`.
 */
behaviour('[data-part]', (part) => {
  const translate = translatorOf(part)
  const here = location.pathname

  for (const input of part.querySelectorAll('textarea')) {
    const key = `${here} ${input.id}`
    input.value = typed.get(key) ?? input.value
    if (typed.has(key)) input.closest('details')?.setAttribute('open', '')
    input.addEventListener('input', () => typed.set(key, input.value))
  }
  part.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(event.target as HTMLFormElement, event.submitter)
  })

  const send = async (form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> => {
    if (form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    const problem = await sent(form, submitter).catch(() => translate('The service cannot be reached'))
    form.ariaBusy = null
    const place = form.querySelector('[data-problem]')
    if (place && problem !== null) place.textContent = problem
  }
  /**
   * Sends the form.
   * @returns the error; `null` if the response has replaced this part of the page
   */
  const sent = async (form: HTMLFormElement, submitter: HTMLElement | null): Promise<string | null> => {
    const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
    const response = await fetchSignedIn(form.action, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'HX-Request': 'true', accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (!response.ok) {
      const { errors = [], detail, title } = await response.json()
      return errors.map(({ message }: { message: string }) => message).join(' ') || (detail ?? title)
    }
    const inputs = [...form.querySelectorAll('textarea')].map(({ id }) => id)
    for (const id of inputs) typed.delete(`${here} ${id}`)
    replace(await response.text(), inputs[0])
    return null
  }
  const replace = (content: string, id: string | undefined): void => {
    const template = document.createElement('template')
    template.innerHTML = content
    const fresh = template.content.firstElementChild as HTMLElement // a part renders one element
    part.replaceWith(fresh)
    document.dispatchEvent(new Event(ADDED))
    const input = id === undefined ? null : document.getElementById(id)
    if (input?.checkVisibility()) input.focus()
    else {
      fresh.tabIndex = -1
      fresh.focus()
    }
  }
})
