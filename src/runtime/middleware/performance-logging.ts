import { writeLog } from '../common/log.ts'
import type { Outgoing } from '../common/outgoing.ts'
import type { AppContext, Middleware } from '../isolate/app-env.ts'
import { afterwards } from './afterwards.ts'
import { describeRequest } from './logging.ts'

/**
 * Writes a line for each request slower than its threshold.
 * @param thresholds milliseconds by path prefix; the longest prefix that matches counts. A number holds for all paths.
 */
export function performanceLoggingMiddleware(thresholds: number | Readonly<Record<string, number>>): Middleware {
  return afterwards(logSlow(thresholds))
}

/** As `performanceLoggingMiddleware`, for one response. */
export function logSlow(
  thresholds: number | Readonly<Record<string, number>>,
): (c: AppContext, outgoing: Outgoing) => void {
  const rules = Object.entries(typeof thresholds === 'number' ? { '/': thresholds } : thresholds).sort(
    ([a], [b]) => b.length - a.length,
  )
  return (c, { status }) => {
    const durationMs = Date.now() - c.get('startedAt')
    const thresholdMs = rules.find(([prefix]) => c.req.path.startsWith(prefix))?.[1]
    if (thresholdMs === undefined || durationMs <= thresholdMs) return
    writeLog('warn', { type: 'slow', ...describeRequest(c), status, durationMs, thresholdMs })
  }
}
