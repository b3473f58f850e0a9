import { inArray, lt } from 'drizzle-orm'
import type { RequestContext } from '../../config/request.ts'
import { auditLog, log, manifestOf } from '../../runtime/kit.ts'

const DAY = 86_400_000
/** Lines that one statement deletes, and statements of one run: what is left over goes the next time. */
const AT_ONCE = 1000
const AT_MOST = 50

/** Deletes the lines that are older than the config's `auditRetention`. */
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
 * The text that sorts before every id that was made at a time or later: a UUID of version 7 begins with it.
 * @param time milliseconds since the epoch
 */
export function firstIdOf(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
