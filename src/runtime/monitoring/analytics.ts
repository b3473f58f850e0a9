import type { RequestTrace } from '../../config/request-trace.ts'
import { writeLog } from '../common/log.ts'
import { timeSpent } from '../common/timings.ts'
import type { AppContext } from '../isolate/app-env.ts'

/** The part of the Workers Analytics Engine that the runtime uses. */
interface Dataset {
  writeDataPoint(point: {
    readonly indexes: readonly string[]
    readonly blobs: readonly string[]
    readonly doubles: readonly number[]
  }): void
}

/**
 * Maximum length of an index in the Analytics Engine, in bytes
 * (https://developers.cloudflare.com/analytics/analytics-engine/limits/).
 */
const MAX_INDEX = 96

/**
 * Writes a request's data point to the dataset `ANALYTICS`, if it is bound: the route as index; environment, method,
 * route, status and cache status as blobs; 1, the duration, the times of database and cache, round trips, rows read and
 * rows written as doubles. The data point contains nothing about the caller.
 */
export function countRequest(c: AppContext, trace: RequestTrace): void {
  const dataset = datasetOf(c)
  if (dataset === undefined) return
  const route = trace.route ?? 'none'
  const sum = (of: 'rowsRead' | 'rowsWritten') => trace.parts.reduce((total, part) => total + part[of], 0)
  try {
    dataset.writeDataPoint({
      indexes: [route.slice(0, MAX_INDEX)],
      blobs: [c.env.ENVIRONMENT, trace.method, route, String(trace.status), trace.cacheStatus ?? ''],
      doubles: [
        1,
        trace.durationMs,
        timeSpent(trace.parts, 'database'),
        timeSpent(trace.parts, 'cache'),
        trace.parts.filter(({ kind }) => kind === 'database').length,
        sum('rowsRead'),
        sum('rowsWritten'),
      ],
    })
  } catch (error) {
    writeLog('warn', { type: 'analytics', requestId: trace.requestId, error: String(error) })
  }
}

/** Tells whether requests are written to a dataset. */
export function isCounted(c: AppContext): boolean {
  return datasetOf(c) !== undefined
}

function datasetOf(c: AppContext): Dataset | undefined {
  return (c.env as { readonly ANALYTICS?: Dataset }).ANALYTICS // an optional binding
}
