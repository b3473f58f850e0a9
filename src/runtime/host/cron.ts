import type { ExecutionContext } from 'hono'
import type { CronJob } from '../../config/plugin-operations.ts'
import { sqlText } from '../../ground/sql-text.ts'
import { writeLog } from '../common/log.ts'
import { batch } from '../database/database.ts'
import { during } from '../deadlines/deadline.ts'
import { inBackground } from '../isolate/background.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { reportError } from '../monitoring/report-error.ts'

const MINUTE = 60_000

/**
 * Milliseconds for which a run reserves its job: the platform ends a trigger after 15 minutes
 * (https://developers.cloudflare.com/workers/platform/limits). After that time, a failed run is repeated.
 */
const LEASE = 15 * MINUTE

/** A job of a plugin, and the scheduled time of its run. */
interface Job {
  readonly plugin: string
  readonly name: string
  readonly run: CronJob['run']
  /** The last scheduled time, in milliseconds since the epoch. */
  readonly slot: number
  /** True if the job runs every minute. Its runs are not recorded. */
  readonly isConstant: boolean
}

/**
 * Runs the due jobs of active plugins one after the other, in the order of the plugins; a failing job does not affect
 * the others. A job that runs every minute runs with each trigger. Any other job runs at its scheduled times; if the
 * trigger at such a time failed or did not arrive, the job runs with the next trigger, once for all times that it has
 * missed.
 * @param at milliseconds since the epoch
 */
export async function runJobs(runtime: Runtime, execution: ExecutionContext, at: number): Promise<void> {
  const jobs = await activeJobs(runtime, at)
  const claimed = await claim(runtime, jobs, at)
  for (const job of jobs) {
    if (!job.isConstant && !claimed.has(idOf(job))) continue
    const isDone = await runJob(runtime, execution, job)
    if (isDone && !job.isConstant) await markDone(runtime, job)
  }
}

async function activeJobs(runtime: Runtime, at: number): Promise<Job[]> {
  const jobs: Job[] = []
  for (const plugin of runtime.plugins) {
    const declared = Object.entries(runtime.program.plugins[plugin]?.operations?.cron ?? {})
    if (declared.length === 0 || !(await runtime.activity.isActive(plugin))) continue
    for (const [name, { everyMinutes, run }] of declared) {
      const step = everyMinutes * MINUTE
      jobs.push({ plugin, name, run, slot: Math.floor(at / step) * step, isConstant: everyMinutes === 1 })
    }
  }
  return jobs
}

async function runJob(runtime: Runtime, execution: ExecutionContext, { plugin, name, run }: Job): Promise<boolean> {
  try {
    await during('long', () => inBackground(runtime, execution, run))
    return true
  } catch (error) {
    report(runtime, execution, `${plugin}.${name}`, { plugin, job: name }, error)
    return false
  }
}

/** Logs and reports a failure in a trigger. Other work of the trigger continues. */
export function report(
  runtime: Runtime,
  execution: ExecutionContext,
  transaction: string,
  facts: Readonly<Record<string, string>>,
  error: unknown,
): void {
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeLog('error', { type: 'cron', ...facts, error: description })
  reportError(error, { env: runtime.env, execution, transaction: `cron ${transaction}`, tags: {} })
}

function idOf({ plugin, name }: Job): string {
  return `${plugin}.${name}`
}

/**
 * Inserts rows for new jobs, which wait for their next scheduled time and do not make up for earlier times. ?1: rows of
 * id, scheduled time, and the time for which the job counts as done.
 */
const INTRODUCE = sqlText`
    INSERT INTO "job_runs" ("id", "done_for", "claimed_until")
    SELECT value->>0, value->>2, 0
    FROM json_each(?1)
    WHERE true
    ON CONFLICT ("id") DO NOTHING
  `

/** Reserves jobs. ?2: now, ?3: time until which they are reserved. */
const CLAIM = sqlText`
  UPDATE "job_runs" SET "claimed_until" = CAST(?3 AS INTEGER)
  FROM (SELECT value->>0 AS "id", value->>1 AS "slot" FROM json_each(?1)) AS "wanted"
  WHERE "job_runs"."id" = "wanted"."id" AND "done_for" < "wanted"."slot" AND "claimed_until" <= ?2
  RETURNING "job_runs"."id"
`

const DONE = 'UPDATE "job_runs" SET "done_for" = CAST(?2 AS INTEGER), "claimed_until" = 0 WHERE "id" = ?1'

/** Reserves due jobs and returns their ids, without those that another run has reserved or completed. */
async function claim({ database }: Runtime, jobs: readonly Job[], at: number): Promise<ReadonlySet<string>> {
  const minute = Math.floor(at / MINUTE) * MINUTE
  const rows = jobs
    .filter(({ isConstant }) => !isConstant)
    .map((job) => [idOf(job), job.slot, job.slot === minute ? job.slot - 1 : job.slot])
  if (rows.length === 0) return new Set()
  const parameter = JSON.stringify(rows)
  const [, claimed = []] = await batch(database, [
    { sql: INTRODUCE, values: [parameter] },
    { sql: CLAIM, values: [parameter, at, at + LEASE] },
  ])
  return new Set(claimed.map(({ id }) => String(id)))
}

/** Records that a job has run. If recording fails, the job runs again, which every job must tolerate. */
async function markDone({ database }: Runtime, job: Job): Promise<void> {
  const id = idOf(job)
  try {
    await batch(database, [{ sql: DONE, values: [id, job.slot] }])
  } catch (error) {
    writeLog('warn', { type: 'cron', job: id, message: 'not recorded as done', error: String(error) })
  }
}
