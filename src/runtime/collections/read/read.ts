import { readContent } from '../../freshness/dependency-tracker.ts'
import { atPosition } from '../../isolate/position.ts'
import type { DocumentRow } from '../document/row.ts'
import { populate, valueIn } from '../populate/read.ts'
import { responseWriter, writePopulated } from '../populate/write.ts'
import { type Call, render } from '../request/call.ts'
import { textTag } from '../request/etag.ts'
import { visible } from '../request/load.ts'
import { documentById } from '../request/pending-mark.ts'
import { type CollectionResponse, documentResponse } from '../request/respond.ts'
import { rowIn } from '../request/row-in.ts'
import { type DocumentRequest, documentRequestOf } from './document-request.ts'

/** `GET /api/<collection>/:id`: returns a document. */
export async function read(call: Call, id: string): Promise<CollectionResponse> {
  const request = documentRequestOf(call)
  const [[row] = []] = await readContent(call, [atPosition(call.runtime.ledger, documentById(call), [id])])
  return shownDocument(call, request, visible(call, id, row))
}

/** Returns the response with the requested properties of a document. */
export async function shownDocument(
  call: Call,
  { view, populate: sites }: DocumentRequest,
  stored: DocumentRow,
): Promise<CollectionResponse> {
  if (sites.size === 0) return documentResponse({ ...call, view }, stored)
  const row = rowIn(call, stored)
  const { plan } = call
  const writer = responseWriter(await populate(call, sites, [(field) => valueIn(plan, row, field)]), 1)
  const text = render(call, `{"data":${writePopulated(row, plan, view, sites, writer)}}`)
  return { status: 200, text, headers: { ETag: textTag(text) } }
}
