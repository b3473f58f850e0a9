import { fetchRenewed } from '../session/session.ts'

/** Response of the service to a form. */
export interface Sent {
  readonly url: string
  readonly token: string
  /** Names of fields that cannot be shown while they are edited. */
  readonly skipped: readonly string[]
}

/** An error of the service, with its message. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** Returns the content of a form, for comparing and sending. */
export function contentsOf(form: HTMLFormElement): string {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return new URLSearchParams(entries.filter(([name]) => !name.startsWith('~'))).toString()
}

/** Returns the address at which a form is stored for its preview; `null` for a document that has not been saved. */
export function addressFor(form: HTMLFormElement): string | null {
  const action = new URL(form.getAttribute('action') ?? '', location.href)
  if (action.pathname.endsWith('/')) return null
  action.pathname += '/live-preview'
  return action.href
}

/**
 * Stores the content of a form for its preview.
 * @param token token of the preview in the previous response; empty for the first request
 * @throws Refused; TypeError if the service cannot be reached
 */
export async function sendForm(address: string, contents: string, token: string): Promise<Sent> {
  const body = new URLSearchParams(contents)
  body.set('~preview', token)
  const response = await fetchRenewed(address, { method: 'POST', body, headers: { accept: 'application/json' } })
  if (response.status >= 500) throw new TypeError(String(response.status))
  const { data, detail, title } = (await response.json()) as { data?: Sent; detail?: string; title?: string } // as the route returns it
  if (!response.ok || data === undefined) throw new Refused(detail ?? title ?? String(response.status))
  return data
}
