import { sqlText } from '../../../ground/sql-text.ts'
import { message } from '../../../messages/messages.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import type { TextResponse } from '../../common/outgoing.ts'
import { batch, query } from '../../database/database.ts'
import { unknownName } from '../../input/parameters.ts'
import { atPosition } from '../../isolate/position.ts'
import { type Document, type DocumentRow, toDocument } from '../document/row.ts'
import { nextPublicationState } from '../document/status.ts'
import { scheduleOf } from '../drafts/draft.ts'
import { keepDraft } from '../drafts/keep.ts'
import { paginationText, readPage } from '../list/pagination.ts'
import { parametersBesideLocale } from '../locale/locale.ts'
import { populate } from '../populate/read.ts'
import { responseWriter, writeValues } from '../populate/write.ts'
import { documentRequestOf } from '../read/document-request.ts'
import { loadPreviewed, previewToken } from '../read/preview.ts'
import { type Call, isAllowed, render, writerOf } from '../request/call.ts'
import { textTag } from '../request/etag.ts'
import { withIdempotency } from '../request/idempotency.ts'
import { load } from '../request/load.ts'
import { unmarkedView } from '../request/pending-mark.ts'
import { send } from '../request/respond.ts'
import { documentIn } from '../request/row-in.ts'
import { restoredOnto } from '../request/validate.ts'
import { showDocument } from '../request/view.ts'
import { change } from '../write/update.ts'

/**
 * Selects versions of the document itself. `at` is the time by which they are sorted among versions of pending changes:
 * never earlier than that of the previous version, although a version published on schedule may have an earlier time.
 */
const PUBLISHED = sqlText`
  SELECT version, NULL AS draft, status, name, created_at, created_by, max(created_at) OVER (ORDER BY version) AS at
  FROM content_versions
  WHERE document_id = ?1
`
const DRAFTS = sqlText`
  SELECT version, revision AS draft, 'draft' AS status, name, created_at, created_by, created_at AS at
  FROM content_draft_versions
  WHERE document_id = ?1
`
/** Selects a page of versions. ?4: 1 to include versions of pending changes, otherwise 0. */
const PAGE = `${PUBLISHED} UNION ALL ${DRAFTS} AND ?4 ORDER BY at DESC, version DESC, draft DESC LIMIT ?2 OFFSET ?3`
const TOTAL = sqlText`
  SELECT (SELECT count(*)
    FROM content_versions
    WHERE document_id = ?1) + (SELECT count(*)
    FROM content_draft_versions
    WHERE document_id = ?1
    AND ?2) AS total
`
const ONE = 'SELECT data FROM content_versions WHERE document_id = ?1 AND version = ?2'
const ONE_DRAFT = 'SELECT data FROM content_draft_versions WHERE document_id = ?1 AND version = ?2 AND revision = ?3'

/**
 * `GET /api/<collection>/:id/versions`: lists the stored versions, newest first. Versions of pending changes are
 * included only for callers who may edit the document.
 */
export async function listVersions(call: Call, id: string): Promise<TextResponse> {
  const parameters = parametersBesideLocale(call.c.req.url, call.locale)
  for (const name of parameters.keys()) {
    if (name !== 'page' && name !== 'limit')
      throw unknownName(message('There is no parameter {name}.'), name, ['page', 'limit'])
  }
  const page = readPage(parameters)
  const drafts = Number(seesDrafts(call, await load(call, id)))
  const [rows = [], [count] = []] = await batch(call.runtime.database, [
    { sql: PAGE, values: [id, page.limit, (page.page - 1) * page.limit, drafts] },
    atPosition(call.runtime.ledger, TOTAL, [id, drafts]),
  ])
  const versions = rows.map((row) => ({
    id,
    status: row.status,
    updatedAt: new Date(Number(row.created_at)).toISOString(),
    updatedBy: row.created_by,
    version: row.version,
    draft: row.draft,
    name: row.name,
  }))
  const text = `{"data":${JSON.stringify(versions)},"pagination":${paginationText(page, Number(count?.total ?? 0))}}`
  return sendText(call, text)
}

/** `GET /api/<collection>/:id/versions/:version`: returns the document as it was in that version. */
export async function readVersion(call: Call, id: string, version: string): Promise<TextResponse> {
  const token = previewToken(call)
  const { view, populate: sites } = documentRequestOf(call, token === null ? [] : ['preview'])
  if (token === null) {
    const row = await load(call, id)
    if (versionNumbers(version).length === 2 && !seesDrafts(call, row)) throw noVersion(version)
  } else await loadPreviewed(call, id, token)
  const document = showDocument(documentIn(call, await findVersion(call, id, version)), unmarkedView(view))
  const writer = responseWriter(await populate(call, sites, [(field) => document[field] ?? null]), 1)
  return sendText(call, `{"data":${writeValues(sites, document, writer)}}`)
}

/**
 * `POST /api/<collection>/:id/versions/:version/restore`: stores the fields of the version as a new version. The
 * status, and every field that the version does not have, stay as they are.
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

/**
 * `POST /api/<collection>/:id/versions/:version/restore?draft=true`: stores the fields of the version, as pending
 * changes if the document is published.
 */
export async function restoreIntoDraft(call: Call, id: string, version: string): Promise<TextResponse> {
  const response = await withIdempotency(call, null, async (remember) => {
    await load(call, id)
    const snapshot = await findVersion(call, id, version)
    const edit = (seen: DocumentRow) => ({
      fields: restoredOnto(call.plan, snapshot, toDocument(seen, call.plan), writerOf(call)),
      standing: {
        status: seen.status,
        publishedAt: seen.publishedAt,
        scheduledAt: seen.status === 'published' ? scheduleOf(seen) : seen.scheduledAt,
      },
    })
    return keepDraft(call, id, edit, remember)
  })
  return send(call.c, response)
}

/**
 * Parses the number of a version in an address: `3`, or `3.7` for pending change 7, which is based on version 3.
 * Returns `[0]` for any other text; no version has this number.
 */
export function versionNumbers(version: string): readonly [number] | readonly [number, number] {
  const found = /^([1-9]\d{0,9})(?:\.([1-9]\d{0,9}))?$/.exec(version)
  if (!found) return [0]
  return found[2] === undefined ? [Number(found[1])] : [Number(found[1]), Number(found[2])]
}

/** Returns the error about a version that does not exist. */
export function noVersion(version: string): HttpError {
  return new HttpError(
    'not_found',
    t('There is no version {version} of this document.', { version: version.slice(0, 20) }),
  )
}

/**
 * Tells whether the caller sees versions of pending changes, whether these were published or not: callers who may edit
 * the document do.
 */
function seesDrafts(call: Call, row: DocumentRow): boolean {
  return isAllowed(call, call.plan.collection.access.update, row)
}

function sendText(call: Call, plain: string): TextResponse {
  const text = render(call, plain)
  return send(call.c, { status: 200, text, headers: { ETag: textTag(text) } })
}

async function findVersion(call: Call, id: string, version: string): Promise<Document> {
  const numbers = versionNumbers(version)
  const { sql, values } = atPosition(call.runtime.ledger, numbers.length === 1 ? ONE : ONE_DRAFT, [id, ...numbers])
  const [row] = await query(call.runtime.database, sql, values)
  if (!row) throw noVersion(version)
  return JSON.parse(String(row.data)) as Document // written by `snapshot`
}
