import { fetchRenewed } from '../session/session.ts'

/** Answer of the service to a form. */
export interface Sent {
  readonly url: string
  readonly token: string
  /** Names of what cannot be shown as it is typed. */
  readonly skipped: readonly string[]
}

/** Refusal of the service, in its words. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** Everything that stands in a form, to be compared and sent. */
export function contentsOf(form: HTMLFormElement): string {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return new URLSearchParams(entries.filter(([name]) => !name.startsWith('~'))).toString()
}

/** Address at which a form is kept for its preview; `null` for a document that is not saved yet. */
export function addressFor(form: HTMLFormElement): string | null {
  const action = new URL(form.getAttribute('action') ?? '', location.href)
  if (action.pathname.endsWith('/')) return null
  action.pathname += '/live-preview'
  return action.href
}

/**
 * Keeps what stands in a form for its preview.
 * @param token of the preview, from the first answer on
 * @throws Refused; TypeError where the service cannot be reached
 */
export async function sendForm(address: string, contents: string, token: string): Promise<Sent> {
  const body = new URLSearchParams(contents)
  body.set('~preview', token)
  const answer = await fetchRenewed(address, { method: 'POST', body, headers: { accept: 'application/json' } })
  if (answer.status >= 500) throw new TypeError(String(answer.status))
  const { data, detail, title } = (await answer.json()) as { data?: Sent; detail?: string; title?: string } // as routed
  if (!answer.ok || data === undefined) throw new Refused(detail ?? title ?? String(answer.status))
  return data
}
