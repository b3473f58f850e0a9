import { sqlText } from '../../../ground/sql-text.ts'
import { message } from '../../../messages/messages.ts'
import { isoTime } from '../../common/iso-time.ts'
import type { TextResponse } from '../../common/outgoing.ts'
import { query } from '../../database/database.ts'
import { readParameters, unknownName } from '../../input/parameters.ts'
import { limitAt } from '../../isolate/position.ts'
import { ID_KEY, readCursor, writeCursor } from '../list/cursor.ts'
import { readPage } from '../list/pagination.ts'
import { type Call, render } from '../request/call.ts'
import { textTag } from '../request/etag.ts'
import { send } from '../request/respond.ts'
import { writeDocument } from '../request/view.ts'
import { ENTRY_COLUMNS, entryOf, isRestorable, type TrashEntry } from './entry.ts'

const NAMES = ['limit', 'cursor']

/**
 * Maximum number of entries that one request reads; `AT_ONCE` is the number that one statement reads. Entries that the
 * caller may not see are skipped.
 */
const MAX_SEEN = 1000
const AT_ONCE = 250

/**
 * Selects the next entries. ?1: collection, ?2: now, ?3 and ?4: the previous entry, ?5: maximum number, ?6: required
 * position of the ledger.
 */
const NEXT = sqlText`
  SELECT ${ENTRY_COLUMNS}
  FROM content_trash
  WHERE collection_id = ?1 AND expires_at > ?2 AND (deleted_at, document_id) < (?3, ?4)
  ORDER BY deleted_at DESC, document_id DESC LIMIT ${limitAt('?6', '?5')}
`

/** Sorts after every id. */
const LAST = '~'

/**
 * `GET /api/<collection>/trash`: lists the deleted documents that the caller may restore, most recently deleted first.
 */
export async function listTrash(call: Call): Promise<TextResponse> {
  const parameters = readParameters(call.c.req.url)
  for (const name of parameters.keys()) {
    if (!NAMES.includes(name)) throw unknownName(message('There is no parameter {name}.'), name, NAMES)
  }
  const { limit } = readPage(parameters)
  const list = `trash:${call.plan.collection.name}`
  const cursor = parameters.get('cursor')
  const start =
    cursor === undefined
      ? [Number.MAX_SAFE_INTEGER, LAST]
      : readCursor(cursor, list, [{ type: 'number', nullable: false }, ID_KEY]).after
  const { entries, last } = await findEntries(call, limit, Number(start[0]), String(start[1]))
  const nextCursor = last && writeCursor({ page: 1, after: last }, list)
  const data = entries.map((entry) => entryText(call, entry)).join(',')
  const pagination = { limit, hasNext: last !== null, hasPrev: cursor !== undefined, nextCursor }
  const text = render(call, `{"data":[${data}],"pagination":${JSON.stringify(pagination)}}`)
  return send(call.c, { status: 200, text, headers: { ETag: textTag(text) } })
}

/** Returns entries from a position on, and the position at which the list continues; `null` at the end of the list. */
async function findEntries(call: Call, limit: number, deletedAt: number, id: string) {
  const { database, ledger } = call.runtime
  const entries: TrashEntry[] = []
  let last: readonly [number, string] = [deletedAt, id]
  let count = limit + 1
  for (let seen = 0; seen < MAX_SEEN; seen += AT_ONCE) {
    const rows = await query(database, NEXT, [call.plan.collection.name, call.now, ...last, count, ledger.current])
    for (const row of rows) {
      if (entries.length === limit) return { entries, last }
      const entry = entryOf(call.plan, row, call.now)
      if (isRestorable(call, entry)) entries.push(entry)
      last = [entry.deletedAt, entry.row.id]
    }
    if (rows.length < count) return { entries, last: null }
    count = AT_ONCE
  }
  return { entries, last }
}

function entryText(call: Call, { row, deletedAt, deletedBy, expiresAt, root }: TrashEntry): string {
  const facts = {
    id: row.id,
    deletedAt: isoTime(deletedAt),
    deletedBy,
    expiresAt: isoTime(expiresAt),
    deletedWith: root === row.id ? null : root,
  }
  return `${JSON.stringify(facts).slice(0, -1)},"document":${writeDocument(row, call.view)}}`
}
