import type { RequestContext } from '../../../config/request.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { writeLog } from '../../common/log.ts'
import { batch, DatabaseError, isDatabaseAway, query, type Row } from '../../database/database.ts'
import { atPosition } from '../../isolate/position.ts'
import type { Runtime } from '../../isolate/runtime.ts'
import { notify } from '../../plugins/hooks.ts'
import { type CollectionPlan, planOf } from '../document/plan.ts'
import type { DocumentRow } from '../document/row.ts'
import { commit } from '../write/commit.ts'
import { isStale } from '../write/refusals.ts'
import { updateStatements } from '../write/row-statements.ts'

/** Maximum number of documents that are read at once. */
const AT_ONCE = 50

/**
 * Maximum number of documents that may fail with a database error before the remaining ones wait for the next trigger.
 */
const MAX_UNANSWERED = 3

/** Selects due documents. ?1: now, in milliseconds since the epoch, ?2: maximum number, ?3: ids to skip. */
const DUE = sqlText`
  SELECT id, collection_id
  FROM content
  WHERE status = 'scheduled' AND scheduled_at <= ?1
  AND id NOT IN (SELECT value FROM json_each(?3))
  ORDER BY scheduled_at LIMIT ?2
`

/**
 * Stores scheduled documents that are due as published, and calls hooks once for each, however many triggers run.
 * Readers have seen the documents as published since their scheduled time. Each document is published on its own: if
 * one fails, the error is logged, and the others continue. Stops if the database repeatedly does not respond.
 * @param now in milliseconds since the epoch
 * @returns the number of published documents
 * @throws DatabaseError if the due documents cannot be read
 */
export async function publishDue(runtime: Runtime, c: RequestContext, now: number): Promise<number> {
  const seen: string[] = []
  let published = 0
  let unanswered = 0
  for (;;) {
    const entries = await query(runtime.database, DUE, [now, AT_ONCE, JSON.stringify(seen)])
    seen.push(...entries.map(({ id }) => String(id)))
    for (const due of await readDue(runtime, entries)) {
      const outcome = await publish(runtime, c, due)
      if (outcome === 'published') published += 1
      if (outcome === 'unanswered') unanswered += 1
      if (unanswered === MAX_UNANSWERED) return published
    }
    if (entries.length < AT_ONCE) return published
  }
}

interface Due {
  readonly plan: CollectionPlan
  readonly row: DocumentRow
}

/** Reads due documents in one round trip; if any of them cannot be read, reads them one by one. */
async function readDue(runtime: Runtime, entries: readonly Row[]): Promise<Due[]> {
  const { program, ledger, database } = runtime
  const reads = entries.flatMap((entry) => {
    const collection = program.manifest.collections.find(({ name }) => name === entry.collection_id)
    if (!collection) return []
    const plan = planOf(collection, program.fieldTypes)
    return [{ plan, statement: atPosition(ledger, collection.statements.byId, [String(entry.id)]) }]
  })
  if (reads.length === 0) return []
  const read = async (some: typeof reads) => {
    const rows = await batch(
      database,
      some.map(({ statement }) => statement),
    )
    return some.flatMap(({ plan }, index) => {
      const row = rows[index]?.[0] as DocumentRow | undefined // selected by the statements of documents
      return row?.status === 'scheduled' ? [{ plan, row }] : []
    })
  }
  try {
    return await read(reads)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const found: Due[] = []
    for (const one of reads) {
      found.push(
        ...(await read([one]).catch((cause: unknown) => notPublished(one.plan, one.statement.values[0], cause))),
      )
    }
    return found
  }
}

/**
 * `passed`: the document has changed in the meantime, for example because another run has published it. `unanswered`:
 * the outcome is unknown. If the document was published, the statements of plugins were run, too.
 */
type Outcome = 'published' | 'passed' | 'refused' | 'unanswered'

async function publish(runtime: Runtime, c: RequestContext, { plan, row: before }: Due): Promise<Outcome> {
  const after: DocumentRow = {
    ...before,
    status: 'published',
    publishedAt: before.scheduledAt,
    updatedAt: Math.max(before.updatedAt, before.scheduledAt ?? 0),
    version: before.version + 1,
  }
  try {
    const documentChanges = [{ action: 'content.update', before, after }] as const
    await notify(
      c,
      await commit({ c, plan, runtime }, { documentChanges }, updateStatements(plan, before, after, runtime)),
    )
    return 'published'
  } catch (error) {
    if (error instanceof DatabaseError && isStale(error)) return 'passed'
    notPublished(plan, before.id, error)
    return isDatabaseAway(error) ? 'unanswered' : 'refused'
  }
}

function notPublished(plan: CollectionPlan, document: unknown, error: unknown): [] {
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeLog('error', { type: 'scheduled', collection: plan.collection.name, document, error: description })
  return []
}
