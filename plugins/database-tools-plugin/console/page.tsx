/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Page, Shown } from 'lintel'
import { assetPath, type RequestContext } from 'lintel/kit'
import { Alert, EmptyState, Table, t, tn, typedIn } from 'lintel/ui'
import { Cell } from '../pages/cell.tsx'
import { Section, titleOf } from '../pages/section.tsx'
import { type ConsoleFacts, consoleFacts } from './facts.ts'
import type { QueryResult } from './run-query.ts'

/** The console, with the statement from a link, or one that was refused. */
export default function consolePage(
  c: RequestContext,
  { result, query, refused }: Shown<{ readonly data: ConsoleFacts }, { readonly query?: string | undefined }>,
): Page {
  const sql = typedIn(refused, 'query') ?? query.query ?? ''
  const outcome = refused ? <Alert kind="error" title={refused.problem.message} /> : null
  return { title: titleOf('query'), content: <Console c={c} facts={result.data} sql={sql} outcome={outcome} /> }
}

/** The console with the result of a statement. */
export async function resultPage(
  c: RequestContext,
  { result, typed }: Shown<{ readonly data: QueryResult }>,
): Promise<Page> {
  const facts = await consoleFacts(c)
  const outcome = <Outcome result={result.data} />
  return {
    title: titleOf('query'),
    content: <Console c={c} facts={facts} sql={String(typed.query)} outcome={outcome} />,
  }
}

interface ConsoleProps {
  readonly c: RequestContext
  readonly facts: ConsoleFacts
  readonly sql: string
  /** Result of the statement, or its error. */
  readonly outcome: Child
}

/**
 * An editor, with the result of the statement below it. Works as a form; the editor is loaded in browsers that run
 * scripts.
 */
function Console({ c, facts, sql, outcome }: ConsoleProps) {
  return (
    <Section
      c={c}
      current="query"
      title={t('SQL console')}
      description={
        facts.allowWrites
          ? t('One statement at a time. It may change rows; each call is in the audit log.')
          : t('One read-only statement at a time. Each call is in the audit log.')
      }
    >
      <form
        method="post"
        action="/admin/database/query"
        class="grid gap-3"
        data-sql-console
        data-script={assetPath(c, 'sql-editor.js')}
        data-schema={JSON.stringify(facts.tables)}
      >
        <label class="grid gap-1 text-sm" for="sql">
          {t('Statement')}
        </label>
        <textarea
          id="sql"
          name="query"
          class="textarea min-h-40 font-mono text-sm"
          rows={8}
          data-max={90_000}
          spellcheck={false}
          autocomplete="off"
          required
        >
          {sql}
        </textarea>
        <div class="flex flex-wrap items-center gap-2">
          <button type="submit" class="btn">
            {t('Run')}
          </button>
          <button type="submit" class="btn" data-variant="outline" data-sql-plan hidden>
            {t('Explain the plan')}
          </button>
          <details class="relative text-sm" data-sql-history hidden>
            <summary class="btn" data-variant="ghost">
              {t('History')}
            </summary>
            <ul class="absolute z-10 mt-1 grid max-h-80 w-96 max-w-[80vw] gap-1 overflow-y-auto rounded-md border bg-popover p-2 shadow-md" />
          </details>
          <span class="text-xs text-muted-foreground">
            {t('At most {count} rows are shown.', { count: facts.maxQueryRows })}
          </span>
        </div>
      </form>
      <div class="grid grid-cols-1 gap-3" aria-live="polite">
        {outcome}
      </div>
    </Section>
  )
}

function Outcome({ result }: { result: QueryResult }) {
  return (
    <>
      <div class="flex flex-wrap items-center gap-3 text-sm">
        <p class="text-muted-foreground tabular-nums">
          {tn(result.rowCount, '{count} row', '{count} rows')}
          {result.rowsRead !== null && ` · ${t('{count} read', { count: result.rowsRead })}`}
          {result.rowsWritten > 0 && ` · ${t('{count} written', { count: result.rowsWritten })}`} ·{' '}
          {t('{time} ms', { time: result.durationMs })}
          {result.truncated && ` · ${t('there are more rows')}`}
        </p>
        <button type="button" class="btn" data-variant="outline" data-size="sm" data-save-rows="csv" hidden>
          {t('Save as CSV')}
        </button>
        <button type="button" class="btn" data-variant="outline" data-size="sm" data-save-rows="json" hidden>
          {t('Save as JSON')}
        </button>
      </div>
      {result.rowCount === 0 ? (
        <EmptyState icon="table" title={t('There are no rows')}>
          {t('The statement ran and returned nothing.')}
        </EmptyState>
      ) : (
        <Results result={result} />
      )}
    </>
  )
}

function Results({ result }: { result: QueryResult }) {
  return (
    <div data-rows={JSON.stringify({ columns: result.columns, rows: result.rows })}>
      <Table
        label={t('Result')}
        columns={result.columns.map((name) => ({ label: <span class="font-mono">{name}</span> }))}
      >
        {result.rows.map((row) => (
          <tr>
            {result.columns.map((name) => (
              <td>
                <Cell value={row[name]} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  )
}
