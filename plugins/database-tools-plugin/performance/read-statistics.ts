import type { RequestContext } from 'lintel/kit'
import { sqlText } from 'lintel/kit'

/** Cost of a statement in all requests of one route. */
export interface StatementFigures {
  readonly statement: string
  readonly route: string
  readonly count: number
  readonly averageMs: number
  readonly maxMs: number
  readonly totalMs: number
  /** Number of rows read; `null` if the database does not count them. */
  readonly rowsRead: number | null
}

/** Cost of all database statements in the requests of one route. */
export interface RouteFigures {
  readonly route: string
  readonly statements: number
  readonly totalMs: number
  /** Number of rows read; `null` if the database does not count them. */
  readonly rowsRead: number | null
  readonly rowsWritten: number
}

export interface Statistics {
  /** Beginning of the measured time, ISO 8601, UTC. */
  readonly since: string
  /** Statements sorted by average duration, slowest first. */
  readonly slowest: readonly StatementFigures[]
  /** Routes sorted by the number of rows read, highest first. */
  readonly routes: readonly RouteFigures[]
}

const HOUR = 3_600_000
const SHOWN = 50

const SLOWEST = sqlText`
  SELECT "statement", "route", sum("count") AS "count", sum("total_ms") / sum("count") AS "averageMs",
    max("max_ms") AS "maxMs", sum("total_ms") AS "totalMs", nullif(sum("rows_read"), 0) AS "rowsRead"
  FROM "database_statistics"
  WHERE "hour" >= CAST(?1 AS INTEGER) GROUP BY "statement", "route"
  ORDER BY "averageMs" DESC, "rowsRead" DESC LIMIT ${SHOWN}
`
const ROUTES = sqlText`
  SELECT "route", sum("count") AS "statements", sum("total_ms") AS "totalMs",
    nullif(sum("rows_read"), 0) AS "rowsRead", sum("rows_written") AS "rowsWritten"
  FROM "database_statistics"
  WHERE "hour" >= CAST(?1 AS INTEGER) GROUP BY "route"
  ORDER BY "rowsRead" DESC, "totalMs" DESC LIMIT ${SHOWN}
`

/** Reads the statistics of the last `hours` hours, including the current one, from all isolates. */
export async function readStatistics({ env }: RequestContext, hours: number): Promise<Statistics> {
  const since = Math.floor(Date.now() / HOUR) * HOUR - (hours - 1) * HOUR
  const [slowest, routes] = await env.DB.batch([
    env.DB.prepare(SLOWEST).bind(since),
    env.DB.prepare(ROUTES).bind(since),
  ])
  return {
    since: new Date(since).toISOString(),
    slowest: (slowest?.results ?? []) as unknown as StatementFigures[], // the columns of the select lists above
    routes: (routes?.results ?? []) as unknown as RouteFigures[],
  }
}
