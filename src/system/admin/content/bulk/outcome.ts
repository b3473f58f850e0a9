import type { RequestContext } from '../../../../config/request.ts'
import { listQuery } from '../list-query.ts'
import type { BulkOutcome } from '../operations.ts'
import { listPath } from '../paths.ts'
import type { BulkAction } from './carry-out.ts'

/** Outcome of an action on documents of the list. */
export interface ListOutcome {
  /** An action of the list, or `deleted` and `trashed` for what a document's own page did. */
  readonly did: string
  /** Number of documents; `null` for one alone. */
  readonly count: number | null
  /** Marks of how documents stood before; for one that was trashed on its own page, its id. */
  readonly undo: readonly string[]
  /** Those with which nothing was done, with the code of the error; the first of them. */
  readonly refused: readonly { readonly id: string; readonly code: string }[]
  readonly refusedCount: number
}

/** Refused documents that the list names. */
const NAMED = 5

/** Address of the list as it was, telling what has been done: `did=publish.12.0&undo=<mark>,<mark>`. */
export function outcomeAddress(
  collection: string,
  action: BulkAction | 'undo',
  { data, refused, undo }: BulkOutcome,
  back: string,
): string {
  const view = new URLSearchParams(back).get('view')
  const address = listQuery(new URLSearchParams(back))
  if (view !== null) address.set('view', view)
  address.set('collection', collection)
  address.set('did', `${action}.${data.length}.${refused.length}`)
  if (undo.length > 0) address.set('undo', undo.join(','))
  if (refused.length > 0) {
    const named = refused.slice(0, NAMED).map(({ id, code }) => `${id}.${code}`)
    address.set('refused~', named.join(','))
  }
  return `${listPath(collection).split('?')[0]}?${address}`
}

/** Reads from the address what was done; `null` where it says nothing. */
export function outcomeIn(c: RequestContext): ListOutcome | null {
  const did = c.req.query('did')
  if (did === undefined) return null
  const [action = '', count, refusedCount = '0'] = did.split('.')
  return {
    did: action,
    count: count === undefined ? null : Number.parseInt(count, 10) || 0,
    undo: marksIn(c),
    refused: idsIn(c.req.query('refused~')).map((one) => {
      const end = one.lastIndexOf('.')
      return { id: one.slice(0, end), code: one.slice(end + 1) }
    }),
    refusedCount: Number.parseInt(refusedCount, 10) || 0,
  }
}

/** Marks of how documents stood before, where the address tells of them. */
export function marksIn(c: RequestContext): readonly string[] {
  return isFromHere(c) ? idsIn(c.req.query('undo')) : []
}

function idsIn(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((id) => id !== '')
}

/** A link from elsewhere offers nobody a button that changes documents. */
function isFromHere(c: RequestContext): boolean {
  const site = c.req.header('sec-fetch-site')
  return site === undefined || site === 'same-origin'
}
