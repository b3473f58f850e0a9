import type { HostDatabase, Observer, RequestReport } from 'lintel'
import { log, type RequestContext, settingsOf, type WithEnv } from 'lintel/kit'
import { settings } from '../settings.ts'

/** Sums over the runs of one statement in the requests of one route. */
interface Sums {
  count: number
  totalMs: number
  maxMs: number
  rowsRead: number
  rowsWritten: number
}

/** Sums that have not been stored yet. */
interface Waiting {
  /** Sums by route, then by statement. */
  readonly sums: Map<string, Map<string, Sums>>
  /** Total number of sums in `sums`. */
  size: number
  /** Hour of the sums, in milliseconds since the epoch. */
  hour: number
  /** Time of the oldest sum, in milliseconds since the epoch; 0 for none. */
  since: number
}

const MINUTE = 60_000
const HOUR = 3_600_000
/**
 * Maximum number of sums in an isolate, one for each statement of each route. Further statements are not counted until
 * the sums are stored.
 */
const MAX_SUMS = 500
/** Maximum number of characters of a statement that are kept: enough for the statements of lists. */
export const MAX_STATEMENT = 4000

const isolates = new WeakMap<object, Waiting>()

/**
 * Adds up the costs of requests' database statements in memory, and stores the sums once a minute, after a response.
 */
export const observe: Observer = (report, c) => {
  if (!settingsOf(c, settings).collectStatistics) return
  const waiting = waitingOf(c)
  const now = Date.now()
  if (waiting.size > 0 && hourOf(now) !== waiting.hour) c.executionCtx.waitUntil(store(c))
  add(waiting, report, now)
  if (now - waiting.since >= MINUTE) c.executionCtx.waitUntil(store(c))
}

/** Stores the sums of this isolate, in one statement. */
export async function store(c: RequestContext): Promise<void> {
  const waiting = waitingOf(c)
  const rows = [...waiting.sums].flatMap(([route, statements]) =>
    [...statements].map(([statement, sums]) => ({ hour: waiting.hour, route, statement, ...sums })),
  )
  waiting.sums.clear()
  waiting.size = 0
  waiting.since = 0
  if (rows.length === 0) return
  try {
    await write(c.env.DB, rows)
  } catch (error) {
    // Only the sums of one minute are lost.
    log(c, 'warn', { type: 'statistics', error: String(error) })
  }
}

/** Deletes statistics that are older than the settings allow. */
export async function forgetOld({ env }: RequestContext, days: number): Promise<void> {
  await env.DB.prepare('DELETE FROM "database_statistics" WHERE "hour" < CAST(?1 AS INTEGER)')
    .bind(Date.now() - days * 24 * HOUR)
    .run()
}

function waitingOf({ env }: WithEnv): Waiting {
  const known = isolates.get(env)
  if (known) return known
  const waiting: Waiting = { sums: new Map(), size: 0, hour: 0, since: 0 }
  isolates.set(env, waiting)
  return waiting
}

function add(waiting: Waiting, { route, statements }: RequestReport, now: number): void {
  if (waiting.size === 0) Object.assign(waiting, { since: now, hour: hourOf(now) })
  const ofRoute = waiting.sums.get(route ?? NO_ROUTE) ?? new Map<string, Sums>()
  waiting.sums.set(route ?? NO_ROUTE, ofRoute)
  for (const { sql, durationMs, rowsRead, rowsWritten } of statements) {
    const statement = sql.length > MAX_STATEMENT ? sql.slice(0, MAX_STATEMENT) : sql
    let sums = ofRoute.get(statement)
    if (!sums) {
      if (waiting.size >= MAX_SUMS) continue
      sums = { count: 0, totalMs: 0, maxMs: 0, rowsRead: 0, rowsWritten: 0 }
      ofRoute.set(statement, sums)
      waiting.size += 1
    }
    sums.count += 1
    sums.totalMs += durationMs
    sums.maxMs = Math.max(sums.maxMs, durationMs)
    sums.rowsRead += rowsRead ?? 0
    sums.rowsWritten += rowsWritten ?? 0
  }
}

const NO_ROUTE = 'no route'

function hourOf(time: number): number {
  return Math.floor(time / HOUR) * HOUR
}

const WRITE = `INSERT INTO "database_statistics" ("hour", "route", "statement", "count", "total_ms", "max_ms", "rows_read", "rows_written")
SELECT "value" ->> 'hour', "value" ->> 'route', "value" ->> 'statement', "value" ->> 'count', "value" ->> 'totalMs', "value" ->> 'maxMs', "value" ->> 'rowsRead', "value" ->> 'rowsWritten' FROM json_each(?1) WHERE true
ON CONFLICT ("hour", "route", "statement") DO UPDATE SET "count" = "count" + excluded."count", "total_ms" = "total_ms" + excluded."total_ms", "max_ms" = max("max_ms", excluded."max_ms"), "rows_read" = "rows_read" + excluded."rows_read", "rows_written" = "rows_written" + excluded."rows_written"`

async function write(db: HostDatabase, rows: readonly object[]): Promise<void> {
  await db.prepare(WRITE).bind(JSON.stringify(rows)).run()
}
