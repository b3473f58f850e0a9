import { writeLog } from '../../common/log.ts'
import { TextResponse } from '../../common/outgoing.ts'
import { batch, query, type Statement } from '../../database/database.ts'
import { runtimeOf, type WithEnv } from '../../isolate/runtime.ts'
import { auditLines } from '../audit.ts'
import type { Call } from '../call.ts'
import { jsonIds } from '../deletions.ts'
import { loadTrashed } from './entry.ts'

/** `DELETE /api/<collection>/trash/:id`: for good, with what its deletion took along. */
export async function purge(call: Call, id: string): Promise<TextResponse> {
  const { others } = await loadTrashed(call, id)
  const along = others.map((row) => ({ collection: String(row.collection_id), id: String(row.document_id) }))
  const lines = [
    { action: 'content.purge' as const, collection: call.plan.collection.name, id },
    ...along.map((one) => ({ action: 'content.purge' as const, ...one, details: { deletedWith: id } })),
  ]
  const ids = [id, ...along.map((one) => one.id)]
  await batch(call.runtime.database, [...purgeStatements(ids), ...auditLines(call, lines)])
  return new TextResponse(null, 204, {})
}

/** Entries that are deleted at once, and rounds of one run: what is left over goes the next time. */
const AT_ONCE = 500
const MAX_ROUNDS = 20

const EXPIRED = 'SELECT document_id FROM content_trash WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2'

/** Deletes for good what has been in the trash for as long as its collection says. */
export async function emptyTrash(c: WithEnv): Promise<void> {
  const { database } = runtimeOf(c)
  let deleted = 0
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const rows = await query(database, EXPIRED, [Date.now(), AT_ONCE])
    if (rows.length > 0) await batch(database, purgeStatements(rows.map((row) => String(row.document_id))))
    deleted += rows.length
    if (rows.length < AT_ONCE) break
  }
  if (deleted > 0) writeLog('info', { type: 'trash', deleted })
}

/** A document that is restored meanwhile, or was imported again under its id, keeps its history. */
function purgeStatements(ids: readonly string[]): Statement[] {
  const among = 'IN (SELECT value FROM json_each(?1))'
  const trashed = `SELECT document_id FROM content_trash WHERE document_id ${among}`
  return [
    `DELETE FROM content_versions WHERE document_id IN (${trashed}) AND document_id NOT IN (SELECT id FROM content WHERE id ${among})`,
    `DELETE FROM content_trash_references WHERE target_id IN (${trashed})`,
    `DELETE FROM content_trash WHERE document_id ${among}`,
  ].map((sql) => ({ sql, values: [jsonIds(ids)] }))
}
