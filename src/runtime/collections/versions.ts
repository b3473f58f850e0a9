import { HttpError } from '../common/errors.ts'
import type { TextResponse } from '../common/outgoing.ts'
import { batch, query } from '../database/database.ts'
import { atPosition } from '../isolate/position.ts'
import { message, t } from '../messages/messages.ts'
import { type Call, render, writerOf } from './call.ts'
import { documentRequestOf } from './document-request.ts'
import { textTag } from './etag.ts'
import { withIdempotency } from './idempotency.ts'
import { paginationText, readPage } from './list/pagination.ts'
import { readParameters, unknownName } from './list/parameters.ts'
import { load } from './load.ts'
import { populate } from './populate/read.ts'
import { responseWriter, writeValues } from './populate/write.ts'
import { loadPreviewed, previewToken } from './preview.ts'
import { send } from './respond.ts'
import { type Document, toDocument } from './row.ts'
import { nextPublicationState } from './status.ts'
import { change } from './update.ts'
import { restoredOnto } from './validate.ts'
import { showDocument } from './view.ts'

const PAGE =
  'SELECT version, status, created_at, created_by FROM content_versions WHERE document_id = ?1 ORDER BY version DESC LIMIT ?2 OFFSET ?3'
const TOTAL = 'SELECT count(*) AS total FROM content_versions WHERE document_id = ?1'
const ONE = 'SELECT data FROM content_versions WHERE document_id = ?1 AND version = ?2'

/** `GET /api/<collection>/:id/versions`: what is kept of the document, newest first. */
export async function listVersions(call: Call, id: string): Promise<TextResponse> {
  const parameters = readParameters(call.c.req.url)
  for (const name of parameters.keys()) {
    if (name !== 'page' && name !== 'limit')
      throw unknownName(message('There is no parameter {name}.'), name, ['page', 'limit'])
  }
  const page = readPage(parameters)
  await load(call, id)
  const [rows = [], [count] = []] = await batch(call.runtime.database, [
    { sql: PAGE, values: [id, page.limit, (page.page - 1) * page.limit] },
    atPosition(call.runtime.ledger, TOTAL, [id]),
  ])
  const versions = rows.map((row) => ({
    id,
    status: row.status,
    updatedAt: new Date(Number(row.created_at)).toISOString(),
    updatedBy: row.created_by,
    version: row.version,
  }))
  const text = `{"data":${JSON.stringify(versions)},"pagination":${paginationText(page, Number(count?.total ?? 0))}}`
  return sendText(call, text)
}

/** `GET /api/<collection>/:id/versions/:version`: the document as it was. */
export async function readVersion(call: Call, id: string, version: string): Promise<TextResponse> {
  const token = previewToken(call)
  const { view, populate: sites } = documentRequestOf(call, token === null ? [] : ['preview'])
  if (token === null) await load(call, id)
  else await loadPreviewed(call, id, token)
  const document = showDocument(await findVersion(call, id, version), view)
  const writer = responseWriter(await populate(call, sites, [(field) => document[field] ?? null]), 1)
  return sendText(call, `{"data":${writeValues(sites, document, writer)}}`)
}

/**
 * `POST /api/<collection>/:id/versions/:version/restore`: the fields as they were, as a new version. The status stays, and
 * so does every field that the version does not know.
 */
export async function restoreVersion(call: Call, id: string, version: string): Promise<TextResponse> {
  const response = await withIdempotency(call, null, async (remember) => {
    await load(call, id)
    const snapshot = await findVersion(call, id, version)
    const { drafts } = call.plan.collection
    return change(
      call,
      id,
      (before) => ({
        fields: restoredOnto(call.plan, snapshot, toDocument(before, call.plan), writerOf(call)),
        standing: nextPublicationState(before, {}, drafts, call.now),
      }),
      remember,
      'content.restore',
    )
  })
  return send(call.c, response)
}

function sendText(call: Call, plain: string): TextResponse {
  const text = render(call, plain)
  return send(call.c, { status: 200, text, headers: { ETag: textTag(text) } })
}

async function findVersion(call: Call, id: string, version: string): Promise<Document> {
  const number = /^[1-9]\d{0,9}$/.test(version) ? Number(version) : 0
  const { sql, values } = atPosition(call.runtime.ledger, ONE, [id, number])
  const [row] = await query(call.runtime.database, sql, values)
  if (!row)
    throw new HttpError(
      'not_found',
      t('There is no version {version} of this document.', { version: version.slice(0, 20) }),
    )
  return JSON.parse(String(row.data)) as Document // written by `snapshot`
}
