import type { RequestPart } from '../../config/request-trace.ts'

/** Maximum number of recorded waits. A request with more is a background job. */
const MAX_PARTS = 200

/** The waits of a request until now. */
export type Timings = RequestPart[]

/** Records the duration of a round trip to the database, and the statistics that D1 returns. */
export async function timeDatabase<T>(
  timings: Timings | undefined,
  statements: readonly string[],
  ask: () => Promise<T>,
): Promise<T> {
  if (timings === undefined || timings.length >= MAX_PARTS) return ask()
  const startedAt = Date.now()
  try {
    const response = await ask()
    timings.push({ ...part('database', statements, startedAt), ...rowsOf(response) })
    return response
  } catch (error) {
    timings.push({ ...part('database', statements, startedAt), failed: true })
    throw error
  }
}

/** Records the duration of a cache lookup, without the time that it took to make a missing response. */
export function noteCache(timings: Timings, name: string, startedAt: number, madeMs: number): void {
  if (timings.length >= MAX_PARTS) return
  const noted = part('cache', [name], startedAt)
  timings.push({ ...noted, durationMs: Math.max(0, noted.durationMs - madeMs) })
}

function part(kind: RequestPart['kind'], statements: readonly string[], startedAt: number): RequestPart {
  return {
    kind,
    statements,
    startedAt,
    durationMs: Date.now() - startedAt,
    rowsRead: 0,
    rowsWritten: 0,
    failed: false,
  }
}

interface Meta {
  readonly meta?: { readonly rows_read?: number | null; readonly rows_written?: number }
}

/** Returns the rows read and written. Results of D1 contain them; bare rows do not. */
function rowsOf(response: unknown): Pick<RequestPart, 'rowsRead' | 'rowsWritten'> {
  const results = (Array.isArray(response) ? response : [response]) as readonly (Meta | null)[] // results of D1, or bare rows
  return {
    rowsRead: results.reduce((sum, result) => sum + (result?.meta?.rows_read ?? 0), 0),
    rowsWritten: results.reduce((sum, result) => sum + (result?.meta?.rows_written ?? 0), 0),
  }
}

/** Returns the milliseconds during which at least one part of a kind was in progress. */
export function timeSpent(parts: readonly RequestPart[], kind: RequestPart['kind']): number {
  const sorted = parts.filter((part) => part.kind === kind).sort((a, b) => a.startedAt - b.startedAt)
  let spent = 0
  let until = 0
  for (const { startedAt, durationMs } of sorted) {
    const end = startedAt + durationMs
    spent += Math.max(0, end - Math.max(startedAt, until))
    until = Math.max(until, end)
  }
  return spent
}
