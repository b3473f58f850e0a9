import type { RequestContext } from '../../../config/request.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { writeLog } from '../../common/log.ts'
import { TextResponse } from '../../common/outgoing.ts'
import { batch, DatabaseError, query, type Statement } from '../../database/database.ts'
import { during } from '../../deadlines/deadline.ts'
import { runtimeOf } from '../../isolate/runtime.ts'
import { eventOf, isListenedTo, notify } from '../../plugins/hooks.ts'
import { promises } from '../../plugins/promises.ts'
import type { Call } from '../request/call.ts'
import { auditLines } from '../write/audit.ts'
import { jsonIds } from '../write/deletions.ts'
import { failUnless, isBroken } from '../write/promise-guard.ts'
import { loadTrashed } from './entry.ts'

/**
 * `DELETE /api/<collection>/trash/:id`: deletes a document permanently, with the documents that were deleted along with
 * it.
 */
export async function purge(call: Call, id: string): Promise<TextResponse> {
  const { others } = await loadTrashed(call, id)
  const along = others.map((row) => ({ collection: String(row.collection_id), id: String(row.document_id) }))
  const lines = [
    { action: 'content.purge' as const, collection: call.plan.collection.name, id },
    ...along.map((one) => ({ action: 'content.purge' as const, ...one, details: { deletedWith: id } })),
  ]
  const documents = [{ collection: call.plan.collection.name, id }, ...along]
  const isThere = failUnless('EXISTS (SELECT 1 FROM content_trash WHERE document_id = ?1)', [id])
  try {
    await purgeAll(call.c, documents, [isThere, ...auditLines(call, lines)])
  } catch (error) {
    if (!(error instanceof DatabaseError && isBroken(error))) throw error
    await loadTrashed(call, id) // another request has restored or purged the document: it is not found
    throw new HttpError('conflict', t('Others keep changing this document. Read it again.'), { cause: error })
  }
  return new TextResponse(null, 204, {})
}

/**
 * Number of entries that are deleted at once; `MAX_ROUNDS` limits the rounds of one run. Remaining entries wait for the
 * next run.
 */
const AT_ONCE = 500
const MAX_ROUNDS = 20

const EXPIRED =
  'SELECT document_id, collection_id FROM content_trash WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2'

/**
 * Permanently deletes the documents whose time in the trash is over, at most `MAX_ROUNDS` times `AT_ONCE`. The next
 * call deletes the rest.
 */
export async function emptyTrash(c: RequestContext): Promise<void> {
  const { database } = runtimeOf(c)
  let deleted = 0
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const rows = await query(database, EXPIRED, [Date.now(), AT_ONCE])
    const documents = rows.map((row) => ({ collection: String(row.collection_id), id: String(row.document_id) }))
    if (documents.length > 0) await purgeAll(c, documents)
    deleted += rows.length
    if (rows.length < AT_ONCE) break
  }
  if (deleted > 0) writeLog('info', { type: 'trash', deleted })
}

interface Purged {
  readonly collection: string
  readonly id: string
}

/**
 * Deletes documents permanently, in one transaction with the statements that plugins add.
 * @param before statements that run first
 */
async function purgeAll(c: RequestContext, documents: readonly Purged[], before: readonly Statement[] = []) {
  const events = isListenedTo(c, 'content:purge')
    ? documents.map((one) => eventOf(c, 'content:purge', { ...one, after: null }))
    : []
  const promised = await promises(c, events)
  const ids = documents.map(({ id }) => id)
  await during('long', () => batch(runtimeOf(c).database, [...before, ...purgeStatements(ids), ...promised]))
  await notify(c, events)
}

/**
 * Composes the statements that purge documents. A document that was restored in the meantime, or imported again under
 * its id, keeps its history.
 */
function purgeStatements(ids: readonly string[]): Statement[] {
  const among = 'IN (SELECT value FROM json_each(?1))'
  const trashed = `SELECT document_id FROM content_trash WHERE document_id ${among}`
  return [
    sqlText`
      DELETE FROM content_versions
      WHERE document_id IN (${trashed})
      AND document_id NOT IN (SELECT id FROM content WHERE id ${among})
    `,
    ...['content_drafts', 'content_draft_versions'].map(
      (table) =>
        sqlText`
          DELETE FROM ${table}
          WHERE document_id IN (${trashed})
          AND document_id NOT IN (SELECT id FROM content WHERE id ${among})
        `,
    ),
    `DELETE FROM content_trash_references WHERE target_id IN (${trashed})`,
    `DELETE FROM content_trash WHERE document_id ${among}`,
  ].map((sql) => ({ sql, values: [jsonIds(ids)] }))
}
