import type { RequestTrace } from '../../config/request-trace.ts'
import { timeSpent } from '../common/timings.ts'

/**
 * Returns the header `Server-Timing` (https://www.w3.org/TR/server-timing/), in milliseconds: database, cache,
 * everything else as `render`, and the total.
 */
export function serverTiming({ parts, durationMs, cacheStatus }: RequestTrace): string {
  const database = timeSpent(parts, 'database')
  const cache = timeSpent(parts, 'cache')
  const trips = parts.filter(({ kind }) => kind === 'database').length
  return [
    `database;dur=${database};desc="${trips} round ${trips === 1 ? 'trip' : 'trips'}"`,
    `cache;dur=${cache}${cacheStatus === null ? '' : `;desc="${cacheStatus}"`}`,
    `render;dur=${Math.max(0, durationMs - database - cache)}`,
    `total;dur=${durationMs}`,
  ].join(', ')
}
