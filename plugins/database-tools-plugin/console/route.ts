import { defineRoute } from 'lintel'
import { answerForm, audit, HttpError, isPageRequest, type RequestContext, settingsOf, t, validate } from 'lintel/kit'
import * as z from 'zod'
import { done, succeeded } from '../answers.ts'
import { settings } from '../settings.ts'
import type { Outcome } from './outcome.ts'
import { type QueryResult, runQuery, type Value } from './run-query.ts'

/** Characters of a statement: D1 takes 100,000 bytes. */
const MAX_QUERY = 90_000
/** Characters of a statement that the audit log keeps. */
const MAX_AUDITED = 4000

const typed = z.object({ query: z.string().max(MAX_QUERY) })

const value = z.union([z.string(), z.number(), z.boolean().transform(Number), z.null()])

const result = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
  rowCount: z.int(),
  truncated: z.boolean().meta({ description: 'There are more rows than `maxQueryRows`.' }),
  durationMs: z.number(),
  rowsRead: z.int(),
  rowsWritten: z.int(),
})

export const query = defineRoute({
  method: 'POST',
  path: '/admin/database/query',
  access: ['admin'],
  summary: 'Run one SQL statement, which only reads unless the setting allowWrites is on',
  input: {
    json: z.strictObject({
      query: z.string().min(1).max(MAX_QUERY),
      params: z.array(value).max(100).optional().meta({ description: 'Values for `?1`, `?2`, … in order.' }),
    }),
    // A statement that is too long is judged below, where it can be shown again.
    form: z.object({ query: z.string() }),
  },
  responses: { 200: succeeded(result) },
  problems: ['invalid_query', 'forbidden', 'not_found'],
  handler: async (c, { json, form }) => {
    requireConsole(c)
    if (json && !isPageRequest(c)) return done(c, await runAudited(c, json.query, json.params ?? []))
    const sql = json?.query ?? form.query
    const { consolePage } = await import('../pages/console-page.tsx')
    const { show } = await import('../pages/show.tsx')
    return answerForm(
      c,
      async () => {
        const { query } = validate(typed, { query: sql })
        const outcome: Outcome = { kind: 'done', result: await runAudited(c, query, []) }
        return show(c, 'query', await consolePage(c, sql, outcome))
      },
      async ({ message }, status) => show(c, 'query', await consolePage(c, sql, { kind: 'refused', message }), status),
    )
  },
})

export const consoleRoute = defineRoute({
  method: 'GET',
  path: '/admin/database/query',
  access: ['admin'],
  summary: 'The SQL console; to programs what it may do, and the names of tables and columns',
  input: { query: z.strictObject({ query: z.string().max(MAX_QUERY).optional() }) },
  responses: {
    200: succeeded(
      z.strictObject({
        maxQueryRows: z.int(),
        allowWrites: z.boolean(),
        tables: z.record(z.string(), z.array(z.string())),
      }),
    ),
  },
  problems: ['not_found'],
  handler: async (c, { query }) => {
    requireConsole(c)
    const { consoleFacts } = await import('./facts.ts')
    if (!isPageRequest(c)) return done(c, await consoleFacts(c))
    const { consolePage } = await import('../pages/console-page.tsx')
    const { show } = await import('../pages/show.tsx')
    return show(c, 'query', await consolePage(c, query.query ?? '', null))
  },
})

/** Every statement gets its line in the audit log; one that changes rows before it runs, so that none goes without. */
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

/** @throws HttpError `not_found` where the settings have no console */
export function requireConsole(c: RequestContext): void {
  if (settingsOf(c, settings).enableQueryConsole) return
  throw new HttpError('not_found', t('The SQL console is turned off in the settings of database-tools-plugin.'))
}
