import { sqlText } from '../../../ground/sql-text.ts'
import { PUBLISHED_LOCALES } from '../../../ground/variants.ts'
import { batch, type Row } from '../../database/database.ts'
import { atPosition } from '../../isolate/position.ts'
import { declaredOnly } from '../document/declared.ts'
import type { CollectionPlan } from '../document/plan.ts'
import { type Document, type DocumentRow, toDocument } from '../document/row.ts'
import type { Call } from '../request/call.ts'
import { REVISION, revisionOf } from '../request/etag.ts'
import { visible } from '../request/load.ts'

/** Changes to a published document that are not published yet. Times are milliseconds since the epoch. */
export interface Draft {
  /** Fields that differ from the published document. */
  readonly data: Document
  /** Version of the published document on which the changes are based. */
  readonly version: number
  readonly revision: number
  readonly scheduledAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly updatedBy: string | null
}

/** A document with its pending changes. */
export interface Drafted {
  /** The document as stored in its table. */
  readonly live: DocumentRow
  /** The document with its pending changes; the same as `live` if there are none. */
  readonly seen: DocumentRow
  readonly draft: Draft | null
  /** Number of the latest pending change in the document's history; 0 if there is none, or it was not read. */
  readonly last: number
}

/** Selects the pending changes to a document. ?1: its id. Always returns one row, even without pending changes. */
export const DRAFT = sqlText`
  SELECT "own"."data", "own"."version", "own"."revision", "own"."scheduled_at", "own"."created_at",
    "own"."updated_at", "own"."updated_by", (SELECT max("revision")
    FROM "content_draft_versions"
    WHERE "document_id" = ?1) AS "last"
  FROM (SELECT ?1 AS "id") AS "given" LEFT
  JOIN "content_drafts" AS "own" ON "own"."document_id" = "given"."id"
`

/** Selects the pending changes to documents, each with its `document_id`. ?1: ids as JSON. */
export const DRAFTS_OF = sqlText`
  SELECT "document_id", "data", "version", "revision", "scheduled_at", "created_at", "updated_at", "updated_by"
  FROM "content_drafts"
  WHERE "document_id" IN (SELECT value FROM json_each(?1))
`

/** Reads a document and its pending changes, in one round trip. */
export function readDrafted({ runtime, plan }: Call, id: string): Promise<Row[][]> {
  return batch(runtime.database, [
    atPosition(runtime.ledger, plan.collection.statements.byId, [id]),
    { sql: DRAFT, values: [id] },
  ])
}

/**
 * Returns a document with its pending changes, if the caller may see it.
 * @throws HttpError `not_found`
 */
export async function loadDrafted(call: Call, id: string): Promise<Drafted> {
  const [[row] = [], [pending] = []] = await readDrafted(call, id)
  return draftedOf(call.plan, visible(call, id, row), pending)
}

/**
 * Returns a document with its pending changes.
 * @param pending a row selected by `DRAFT` or `DRAFTS_OF`
 */
export function draftedOf(plan: CollectionPlan, live: DocumentRow, pending: Row | undefined): Drafted {
  const last = Number(pending?.last ?? 0)
  const draft = pending && pending.revision !== null ? draftOf(pending) : null
  live.hasDraft = Number(draft !== null)
  return { live, draft, last, seen: draft === null ? live : withChanges(plan, live, draft) }
}

function draftOf(row: Row): Draft {
  return {
    data: JSON.parse(String(row.data)) as Document, // written by `keepStatements`
    version: Number(row.version),
    revision: Number(row.revision),
    scheduledAt: row.scheduled_at === null ? null : Number(row.scheduled_at),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    updatedBy: row.updated_by === null ? null : String(row.updated_by),
  }
}

/**
 * Returns the document with its pending changes, limited to the fields that the collection currently declares. The time
 * and the author are those of the last change, pending or not; a published document has the schedule of its pending
 * changes.
 */
function withChanges(plan: CollectionPlan, live: DocumentRow, draft: Draft): DocumentRow {
  const fields = plan.fields.flatMap(({ field: { name }, shape, encode }) => {
    const value = draft.data[name]
    if (value === undefined) return []
    return [[name, encode(shape && value !== null ? declaredOnly(shape, value) : value)] as const]
  })
  return {
    ...live,
    ...Object.fromEntries(fields),
    scheduledAt: live.status === 'published' ? draft.scheduledAt : live.scheduledAt,
    updatedAt: Math.max(draft.updatedAt, live.updatedAt),
    updatedBy: draft.updatedAt < live.updatedAt ? live.updatedBy : draft.updatedBy,
    [REVISION]: revisionOf(draft.revision, draft.updatedAt),
  }
}

/**
 * Returns the time at which pending changes are to be published; `null` if they have no schedule. The time of a past
 * scheduled publication does not count.
 */
export function scheduleOf(seen: DocumentRow): number | null {
  return seen[REVISION] === undefined ? null : seen.scheduledAt
}

/** Returns the fields in which two states of a document differ, with the values of the second state. */
export function differences(plan: CollectionPlan, from: DocumentRow, to: DocumentRow): Document {
  const document = toDocument(to, plan)
  const changed = plan.fields.filter(({ field: { name }, write }) => {
    const [before, after] = [write(from[name] ?? null), write(to[name] ?? null)]
    // Without a list of locales, a document is shown in every locale; with an empty list, in none.
    return name === PUBLISHED_LOCALES ? before !== after : withoutEmpty(before) !== withoutEmpty(after)
  })
  return Object.fromEntries(changed.map(({ field: { name } }) => [name, document[name] ?? null]))
}

/** Treats a list that was never filled in like an empty one. */
function withoutEmpty(json: string): string {
  return json === '[]' ? 'null' : json
}
