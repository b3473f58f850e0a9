import { type RequestContext, runStatements, sqlText } from 'lintel/kit'

/** Numbers of sample documents, accounts and files that exist. */
export interface Status {
  readonly content: number
  readonly users: number
  readonly media: number
  /** Time at which sample data was last created, ISO 8601; `null` if it never was. */
  readonly lastSeededAt: string | null
}

export async function statusOf(c: RequestContext): Promise<Status> {
  const [[row] = []] = await runStatements(c, [{ sql: STATUS, values: [] }])
  const count = (kind: string) => Number(row?.[kind] ?? 0)
  const last = row?.last ?? null
  return {
    content: count('content'),
    users: count('users'),
    media: count('media'),
    lastSeededAt: last === null ? null : new Date(Number(last)).toISOString(),
  }
}

const present = (kind: string) =>
  sqlText`
    (SELECT count(*)
    FROM "seed_records" AS "made"
    WHERE "made"."kind" = '${kind}'
    AND EXISTS (SELECT 1 FROM "${kind}" AS "there" WHERE "there"."id" = "made"."id")) AS "${kind}"
  `

const STATUS = `SELECT ${['content', 'users', 'media'].map(present).join(', ')}, (SELECT max("started_at") FROM "seed_runs") AS "last"`
