import { defineRoute } from 'lintel'
import { audit, HttpError, type RequestContext, settingsOf, t } from 'lintel/kit'
import * as z from 'zod'
import { cell, ok } from '../ok.ts'
import { settings } from '../settings.ts'
import { consoleFacts } from './facts.ts'
import { type QueryResult, runQuery, type Value } from './run-query.ts'

/** Maximum length of a statement, in characters. D1's own limit, 100,000 bytes, applies as well. */
const MAX_QUERY = 90_000
/** Maximum number of characters of a statement that the audit log keeps. */
const MAX_AUDITED = 4000

const value = z.union([z.string(), z.number(), z.boolean().transform(Number), z.null()])

const result = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), cell)),
  rowCount: z.int(),
  truncated: z.boolean().meta({ description: 'Whether there are more rows than `maxQueryRows`.' }),
  durationMs: z.number(),
  rowsRead: z.int().nullable().meta({ description: '`null` if the database does not count them.' }),
  rowsWritten: z.int(),
})

export const consoleRoute = defineRoute({
  method: 'GET',
  path: '/admin/database/query',
  access: ['admin'],
  summary: 'The SQL console; programs get its limits and the names of tables and columns',
  input: { query: z.strictObject({ query: z.string().max(MAX_QUERY).optional() }) },
  returns: ok(
    z.strictObject({
      maxQueryRows: z.int(),
      allowWrites: z.boolean(),
      tables: z.record(z.string(), z.array(z.string())),
    }),
  ),
  problems: ['not_found'],
  load: async (c) => {
    requireConsole(c)
    return { data: await consoleFacts(c) }
  },
  page: () => import('./page.tsx'),
})

export const query = defineRoute({
  method: 'POST',
  path: '/admin/database/query',
  access: ['admin'],
  summary: 'Run one SQL statement, which must be read-only unless the setting allowWrites is on',
  input: {
    body: z.strictObject({
      query: z.string().min(1).max(MAX_QUERY),
      params: z.array(value).max(100).optional().meta({ description: 'Values for `?1`, `?2`, … in order.' }),
    }),
  },
  returns: ok(result),
  problems: ['invalid_query', 'forbidden', 'not_found'],
  act: async (c, { body }) => {
    requireConsole(c)
    return { data: await runAudited(c, body.query, body.params ?? []) }
  },
  page: async () => (await import('./page.tsx')).resultPage,
  again: consoleRoute,
})

/**
 * Runs a statement and records it in the audit log. A statement that changes rows is recorded before it runs, so that
 * no such statement is missing from the log.
 */
export async function runAudited(c: RequestContext, sql: string, params: readonly Value[]): Promise<QueryResult> {
  const { maxQueryRows, queryTimeout, allowWrites } = settingsOf(c, settings)
  const limits = { maxRows: maxQueryRows, timeout: queryTimeout, allowWrites }
  const write = (details: Readonly<Record<string, unknown>>) =>
    audit(c, {
      action: 'database.query',
      details: { query: sql.slice(0, MAX_AUDITED), params: params.length, ...details },
    })
  let isWritten = false
  try {
    const result = await runQuery(c, sql, params, limits, async () => {
      isWritten = true
      await write({ writes: true })
    })
    const { rowCount, rowsRead, durationMs } = result
    if (!isWritten) await write({ rowCount, rowsRead, durationMs })
    return result
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error)
    await write({ [isWritten ? 'failed' : 'refused']: refusal })
    throw error
  }
}

/**
 * Requires that the console is turned on.
 * @throws HttpError `not_found` if the settings turn it off
 */
export function requireConsole(c: RequestContext): void {
  if (settingsOf(c, settings).enableQueryConsole) return
  throw new HttpError('not_found', t('The SQL console is turned off in the settings of database-tools-plugin.'))
}
