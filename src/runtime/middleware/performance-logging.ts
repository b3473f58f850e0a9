import { writeLog } from '../common/log.ts'
import type { Outgoing } from '../common/outgoing.ts'
import type { AppContext, Middleware } from '../isolate/app-env.ts'
import { afterwards } from './afterwards.ts'
import { describeRequest } from './logging.ts'

/**
 * Makes middleware that logs each request slower than its threshold.
 * @param thresholds milliseconds by path prefix, of which the longest match applies; a number applies to all paths
 */
export function performanceLoggingMiddleware(thresholds: number | Readonly<Record<string, number>>): Middleware {
  return afterwards(logSlow(thresholds))
}

/** Makes a function that logs one response like `performanceLoggingMiddleware`. */
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
