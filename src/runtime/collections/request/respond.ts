import type { RequestContext } from '../../../config/request.ts'
import { TextResponse } from '../../common/outgoing.ts'
import type { DocumentRow } from '../document/row.ts'
import { type Call, render, variantOf } from './call.ts'
import { documentTag, isCurrent } from './etag.ts'
import { isMarked, markedView } from './pending-mark.ts'
import { rowIn } from './row-in.ts'
import { writeDocument } from './view.ts'

/** A response that can be stored and sent again. */
export interface CollectionResponse {
  readonly status: 200 | 201
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the response that shows a document to the caller. */
export function documentResponse(
  call: Call,
  row: DocumentRow,
  status: CollectionResponse['status'] = 200,
): CollectionResponse {
  const text = render(call, `{"data":${writeDocument(rowIn(call, row), call.view)}}`)
  const headers: Record<string, string> = { ETag: documentTag(row, call.view, variantOf(call)) }
  if (status === 201) headers.Location = `/api/${call.plan.collection.name}/${row.id}`
  return { status, text, headers }
}

/** Returns the response that shows a document with its pending changes, and tells whether the document has any. */
export function draftResponse(
  call: Call,
  row: DocumentRow,
  status: CollectionResponse['status'] = 200,
): CollectionResponse {
  const marked = isMarked(call) ? { ...row, hasDraft: row.hasDraft ?? 0 } : row
  return documentResponse({ ...call, view: markedView(call) }, marked, status)
}

/** Sends a response. A GET whose caller already has the response gets 304 (RFC 9110, section 13). */
export function send(c: RequestContext, { status, text, headers }: CollectionResponse): TextResponse {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (isRead && headers.ETag !== undefined && isCurrent(c.req.header('if-none-match'), headers.ETag)) {
    return new TextResponse(null, 304, headers)
  }
  return new TextResponse(text, status, { 'Content-Type': 'application/json', ...headers })
}
