import type { RequestContext } from '../../../../config/request.ts'
import { listQuery } from '../list-query.ts'
import type { BulkOutcome } from '../operations.ts'
import { listPath } from '../paths.ts'
import type { BulkAction } from './carry-out.ts'

/** Outcome of an action on documents of a list. */
export interface ListOutcome {
  /** Action of the list, or `deleted` and `trashed` for actions on a document's own page. */
  readonly did: string
  /** Number of documents; `null` for the action of a document's own page. */
  readonly count: number | null
  /**
   * Encoded `Mark` of each document, from which the action can be undone; for a document that was trashed on its own
   * page, its id.
   */
  readonly undo: readonly string[]
  /** The first of the refused documents, with the code of the error. */
  readonly refused: readonly { readonly id: string; readonly code: string }[]
  readonly refusedCount: number
}

/** Maximum number of refused documents that the list names. */
const NAMED = 5

/** Returns the address of the list with the outcome of an action: `did=publish.12.0&undo=<mark>,<mark>`. */
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

/** Reads the outcome of an action from the address; `null` if it contains none. */
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

/**
 * Returns the encoded `Mark`s in the address, from which the action can be undone; none if another site links to it.
 */
export function marksIn(c: RequestContext): readonly string[] {
  return isFromHere(c) ? idsIn(c.req.query('undo')) : []
}

function idsIn(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((id) => id !== '')
}

/**
 * Tells whether a page of this service led to this request, or the browser does not say: the link of another site must
 * not offer a button that changes documents.
 */
function isFromHere(c: RequestContext): boolean {
  const site = c.req.header('sec-fetch-site')
  return site === undefined || site === 'same-origin'
}
