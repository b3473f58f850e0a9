import { sql } from 'drizzle-orm'
import { activeSampleData, type RequestContext } from 'lintel/kit'
import type { Counts } from '../generate.ts'
import { seedRecords } from '../tables.ts'
import { clearDocuments } from './documents.ts'
import { holdNeeded } from './hold.ts'
import { clearMedia } from './media.ts'
import { clearUsers } from './users.ts'

export interface Cleared {
  readonly removed: Counts
  /** Number of samples that were kept because documents created by people need them. */
  readonly kept: Counts
  /** Number of rows left for the next call. */
  readonly remaining: number
}

/**
 * Removes all sample data, edited or not, and nothing else. Sample data that other documents need is kept and counted.
 * @param limit approximate maximum number of rows to remove, for calls that must not take long
 */
export async function clear(c: RequestContext, limit = Number.POSITIVE_INFINITY): Promise<Cleared> {
  for (const { sampleData } of await activeSampleData(c)) await sampleData.clear(c)
  await holdNeeded(c)
  const content = await clearDocuments(c, limit)
  const media = content < limit ? await clearMedia(c, limit - content) : 0
  const users = content + media < limit ? await clearUsers(c, limit - content - media) : 0
  const { kept, remaining } = await countLeft(c)
  return { removed: { content, users, media }, kept, remaining }
}

async function countLeft(c: RequestContext): Promise<Pick<Cleared, 'kept' | 'remaining'>> {
  const rows = await c.var.db
    .select({ kind: seedRecords.kind, held: seedRecords.held, count: sql<number>`count(*)` })
    .from(seedRecords)
    .groupBy(seedRecords.kind, seedRecords.held)
  const kept = { content: 0, users: 0, media: 0 }
  let remaining = 0
  for (const { kind, held, count } of rows) {
    if (held) kept[kind] = count
    else remaining += count
  }
  return { kept, remaining }
}
