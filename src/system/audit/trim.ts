import { inArray, lt } from 'drizzle-orm'
import type { RequestContext } from '../../config/request.ts'
import { auditLog, log, manifestOf } from '../../runtime/kit.ts'

const DAY = 86_400_000
/** Number of entries that one statement deletes, and of statements in one run. The next run continues. */
const AT_ONCE = 1000
const AT_MOST = 50

/** Deletes the entries that are older than the config's `auditRetention`, at most `AT_MOST` times `AT_ONCE`. */
export async function trimAuditLog(c: RequestContext): Promise<void> {
  const db = c.get('db')
  const oldest = firstIdOf(Date.now() - manifestOf(c).auditRetention * DAY)
  let deleted = 0
  for (let round = 0; round < AT_MOST; round += 1) {
    const old = db.select({ id: auditLog.id }).from(auditLog).where(lt(auditLog.id, oldest)).limit(AT_ONCE)
    const gone = await db.delete(auditLog).where(inArray(auditLog.id, old)).returning({ id: auditLog.id })
    deleted += gone.length
    if (gone.length < AT_ONCE) break
  }
  if (deleted > 0) log(c, 'info', { type: 'audit', trimmed: deleted })
}

/**
 * Returns the text that sorts before every id made at a time or later, because a UUID of version 7 begins with its
 * time.
 * @param time milliseconds since the epoch
 */
export function firstIdOf(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
