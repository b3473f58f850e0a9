import { fetchSignedIn } from '../session/fetch-signed-in.ts'

/** A document on the page, and its scheduled time as ISO 8601. */
export interface Item {
  readonly id: string
  readonly collection: string
  readonly at: string
}

/** Returns the movable entry of the document with this id from the calendar's elements; `null` if there is none. */
export function itemOf(calendar: HTMLElement, id: string): Item | null {
  const element = calendar.querySelector<HTMLElement>(`[data-moves][data-item="${CSS.escape(id)}"]`)
  const { collection, at } = element?.dataset ?? {}
  return collection === undefined || at === undefined ? null : { id, collection, at }
}

/** Outcome of rescheduling. `changed`: the scheduled time differs from the one that the user saw. */
type Outcome = 'done' | 'changed' | { readonly refused: string }

/**
 * Schedules a document, or the pending changes to a published one, at another time, unless it has changed since the
 * user saw it.
 * @param to ISO 8601
 */
export async function reschedule({ id, collection, at }: Item, to: string): Promise<Outcome> {
  const path = `/api/${collection}/${id}?draft=true`
  const read = await fetchSignedIn(path, { headers: { accept: 'application/json' } })
  if (read.status === 404) return 'changed'
  const { data, detail = '' } = await read.json()
  if (!read.ok) return { refused: detail }
  if (Date.parse(data.scheduledAt) !== Date.parse(at)) return 'changed'
  const response = await fetchSignedIn(path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'if-match': read.headers.get('etag') ?? '' },
    body: JSON.stringify({ scheduledAt: to }),
  })
  if (response.ok) return 'done'
  if (response.status === 412) return 'changed'
  const problem = await response.json()
  return { refused: problem.errors?.[0]?.message ?? problem.detail ?? problem.title }
}
