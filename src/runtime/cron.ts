import type { ExecutionContext } from '@cloudflare/workers-types'
import { inBackground } from './background.ts'
import { writeLog } from './log.ts'
import { reportError } from './monitoring/report-error.ts'
import type { Runtime } from './runtime.ts'

const MINUTE = 60_000

/**
 * Runs the jobs of active plugins that are due in this minute, one after the other, in the order of the plugins.
 * @param at milliseconds since the epoch
 */
export async function runJobs(runtime: Runtime, execution: ExecutionContext, at: number): Promise<void> {
  const minute = Math.floor(at / MINUTE)
  for (const plugin of runtime.plugins) {
    const jobs = Object.entries(runtime.program.plugins[plugin]?.cron ?? {})
    const due = jobs.filter(([, { everyMinutes }]) => minute % everyMinutes === 0)
    if (due.length === 0 || !(await runtime.activity.isActive(plugin))) continue
    for (const [job, { run }] of due) {
      try {
        await inBackground(runtime, execution, run)
      } catch (error) {
        const description = error instanceof Error ? (error.stack ?? error.message) : String(error)
        writeLog('error', { type: 'cron', plugin, job, error: description })
        reportError(error, { env: runtime.env, execution, transaction: `cron ${plugin}.${job}`, tags: {} })
      }
    }
  }
}
