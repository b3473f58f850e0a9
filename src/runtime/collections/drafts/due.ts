import type { RequestContext } from '../../../config/request.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { HttpError } from '../../common/errors.ts'
import { writeLog } from '../../common/log.ts'
import { batch, DatabaseError, isDatabaseAway, query, type Row } from '../../database/database.ts'
import { atPosition } from '../../isolate/position.ts'
import type { Runtime } from '../../isolate/runtime.ts'
import { notify } from '../../plugins/hooks.ts'
import { type CollectionPlan, planOf } from '../document/plan.ts'
import { settle, toDocument } from '../document/row.ts'
import { restoredOnto } from '../request/validate.ts'
import { fullView } from '../request/view.ts'
import { commit } from '../write/commit.ts'
import { isStale } from '../write/refusals.ts'
import { toRow, updateStatements } from '../write/row-statements.ts'
import { freeSlugs, madeAmong } from '../write/slug.ts'
import { DRAFT, type Drafted, draftedOf } from './draft.ts'
import { endStatement, guardStatement } from './statements.ts'

/** Maximum number of pending changes that one run publishes. The remaining ones are due in the next run. */
const AT_ONCE = 50

/**
 * Maximum number of documents that may fail with a database error before the remaining ones wait for the next trigger.
 */
const MAX_UNANSWERED = 3

/**
 * Selects due changes. ?1: now, ?2: maximum number. Changes to documents in the trash wait until the documents are
 * restored.
 */
const DUE = sqlText`
  SELECT "own"."document_id" AS "id", "own"."collection_id"
  FROM "content_drafts" AS "own" JOIN "content" AS "index" ON "index"."id" = "own"."document_id"
  WHERE "own"."scheduled_at" <= ?1
  ORDER BY "own"."scheduled_at" LIMIT ?2
`

/** Removes the schedule of pending changes, but keeps the changes. */
const CANCEL = 'UPDATE "content_drafts" SET "scheduled_at" = NULL WHERE "document_id" = ?1'

/** Ends a schedule that failed, and records the failure for the dashboard. */
const REFUSE =
  'UPDATE "content_drafts" SET "refused_at" = "scheduled_at", "scheduled_at" = NULL WHERE "document_id" = ?1'

/**
 * Publishes pending changes that are due, at most `AT_ONCE`, each in its own transaction. A failure is logged. If the
 * values are refused, the schedule ends, and the dashboard reports it until somebody changes or publishes the document.
 * Stops if the database repeatedly does not respond.
 * @param now in milliseconds since the epoch
 * @returns the number of published documents
 * @throws DatabaseError if the due changes cannot be read
 */
export async function publishDueDrafts(runtime: Runtime, c: RequestContext, now: number): Promise<number> {
  let published = 0
  let unanswered = 0
  for (const due of await query(runtime.database, DUE, [now, AT_ONCE])) {
    const outcome = await publishOne(runtime, c, due, now)
    if (outcome === 'published') published += 1
    if (outcome === 'unanswered') unanswered += 1
    if (unanswered === MAX_UNANSWERED) break
  }
  return published
}

type Outcome = 'published' | 'passed' | 'canceled' | 'refused' | 'unanswered'

async function publishOne(runtime: Runtime, c: RequestContext, due: Row, now: number): Promise<Outcome> {
  const collection = runtime.program.manifest.collections.find(({ name }) => name === due.collection_id)
  if (!collection) return 'passed'
  const plan = planOf(collection, runtime.program.fieldTypes)
  try {
    const drafted = await read(runtime, plan, String(due.id), now)
    if (drafted === null) return 'passed'
    // Changes never publish a document that has been unpublished in the meantime, whatever its status is now.
    if (drafted.live.status !== 'published') return endSchedule(runtime, due, 'canceled')
    await store(runtime, c, plan, drafted)
    return 'published'
  } catch (error) {
    if (error instanceof DatabaseError && isStale(error)) return 'passed'
    const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
    writeLog('error', { type: 'scheduled', collection: collection.name, document: due.id, error: description })
    if (isDatabaseAway(error)) return 'unanswered'
    return isRefusal(error) ? endSchedule(runtime, due, 'refused') : 'refused'
  }
}

/** Reads the document with its changes; `null` if they are no longer due. */
async function read(runtime: Runtime, plan: CollectionPlan, id: string, now: number): Promise<Drafted | null> {
  const { database, ledger } = runtime
  const [[row] = [], [pending] = []] = await batch(database, [
    atPosition(ledger, plan.collection.statements.byId, [id]),
    { sql: DRAFT, values: [id] },
  ])
  if (!row) return null
  const drafted = draftedOf(plan, settle(row, now), pending)
  const { draft } = drafted
  return draft !== null && draft.scheduledAt !== null && draft.scheduledAt <= now ? drafted : null
}

async function store(runtime: Runtime, c: RequestContext, plan: CollectionPlan, drafted: Drafted): Promise<void> {
  const { live, seen, draft } = drafted
  const writer = {
    user: null,
    view: fullView(plan),
    functions: runtime.program.functions,
    locale: null,
    initialLocale: null,
  }
  const fields = restoredOnto(plan, draft?.data ?? {}, toDocument(live, plan), writer)
  const system = { ...live, scheduledAt: null, updatedAt: Math.max(seen.updatedAt, draft?.scheduledAt ?? 0) }
  const row = toRow(
    plan,
    { ...system, status: 'published', updatedBy: seen.updatedBy, version: live.version + 1 },
    fields,
  )
  const after = await freeSlugs({ plan, runtime }, row, await madeAmong(plan, draft?.data ?? {}, fields))
  const documentChanges = [{ action: 'content.publish', before: live, after }] as const
  const statements = [
    guardStatement(plan, drafted, runtime.ledger),
    endStatement(live),
    ...updateStatements(plan, live, after, runtime),
  ]
  await notify(c, await commit({ c, plan, runtime }, { documentChanges }, statements))
}

/** Tells whether an error means that the changes cannot be published as they are, however often the service tries. */
function isRefusal(error: unknown): boolean {
  return error instanceof HttpError || (error instanceof DatabaseError && error.refusal.kind !== 'other')
}

async function endSchedule(
  { database }: Runtime,
  { id }: Row,
  outcome: 'canceled' | 'refused',
): Promise<'canceled' | 'refused'> {
  await query(database, outcome === 'canceled' ? CANCEL : REFUSE, [String(id)])
  return outcome
}
