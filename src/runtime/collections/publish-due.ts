import type { RequestContext } from '../../config/plugin.ts'
import { batch, DatabaseError, query } from '../database.ts'
import { writeLog } from '../log.ts'
import { atPosition } from '../migrations/position.ts'
import type { Runtime } from '../runtime.ts'
import { announce } from './announce.ts'
import { type CollectionPlan, planOf } from './plan.ts'
import { isStale } from './refusals.ts'
import type { DocumentRow } from './row.ts'
import { updateStatements } from './write.ts'

/** Documents that are read at once. */
const AT_ONCE = 50

/** ?1 now, in milliseconds since the epoch, ?2 at most so many. */
const DUE =
  "SELECT id, collection_id FROM content WHERE status = 'scheduled' AND scheduled_at <= ?1 ORDER BY scheduled_at LIMIT ?2"

/**
 * Writes down that scheduled documents are published whose time has come, and tells hooks of each, once, however many
 * triggers run: readers have seen them as published since that moment.
 * @param now in milliseconds since the epoch
 * @returns how many documents it published
 */
export async function publishDue(runtime: Runtime, c: RequestContext, now: number): Promise<number> {
  let published = 0
  for (;;) {
    const due = await findDue(runtime, now)
    const before = published
    for (const { plan, row } of due) {
      if (await publish(runtime, c, plan, row)) published += 1
    }
    // Documents that cannot be published stay due: a row of nothing else would come again and again.
    if (due.length < AT_ONCE || published === before) return published
  }
}

interface Due {
  readonly plan: CollectionPlan
  readonly row: DocumentRow
}

async function findDue({ env, program, ledger }: Runtime, now: number): Promise<Due[]> {
  const entries = await query(env.DB, DUE, [now, AT_ONCE])
  const plans = entries.flatMap((entry) => {
    const collection = program.manifest.collections.find(({ name }) => name === entry.collection_id)
    return collection ? [{ id: String(entry.id), plan: planOf(collection, program.fieldTypes) }] : []
  })
  if (plans.length === 0) return []
  const read = plans.map(({ id, plan }) => atPosition(ledger, plan.collection.statements.byId, [id]))
  const rows = await batch(env.DB, read)
  return plans.flatMap(({ plan }, index) => {
    const row = rows[index]?.[0] as DocumentRow | undefined // selected by the compiler's list of a document's columns
    return row?.status === 'scheduled' ? [{ plan, row }] : []
  })
}

/** Whether this run was the one that published it. One that the database refuses is logged, and keeps no other waiting. */
async function publish(runtime: Runtime, c: RequestContext, plan: CollectionPlan, before: DocumentRow) {
  const after: DocumentRow = {
    ...before,
    status: 'published',
    publishedAt: before.scheduledAt,
    updatedAt: Math.max(before.updatedAt, before.scheduledAt ?? 0),
    version: before.version + 1,
  }
  try {
    await batch(runtime.env.DB, updateStatements(plan, before, after, runtime.ledger))
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.refusal.kind === 'unavailable') throw error
    if (!isStale(error)) {
      const { name: collection } = plan.collection
      writeLog('error', { type: 'scheduled', collection, document: before.id, error: error.message })
    }
    return false
  }
  await announce({ c, plan }, 'content:save', before, after)
  await announce({ c, plan }, 'content:update', before, after)
  return true
}
