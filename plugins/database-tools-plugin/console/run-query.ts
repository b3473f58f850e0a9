import type { HostResult, HostStatement } from 'lintel'
import {
  during,
  HttpError,
  isDatabaseAway,
  isKeyword,
  isOfPlatform,
  type RequestContext,
  type SqlToken,
  t,
} from 'lintel/kit'
import { readCatalog, type Table } from '../catalog/read-catalog.ts'
import { HIDDEN, type IsSecretColumn, secretColumns } from '../catalog/secret-columns.ts'
import { type Instruction, isReadOnly, requireNoSecrets, writtenRoots } from './bytecode.ts'
import { mayName } from './expressions.ts'
import { maskSecrets } from './mask.ts'
import { requireBoundedRecursion } from './recursion.ts'
import { refused, tokensOf } from './statement.ts'

/** A value that D1 stores, or that a statement takes as a parameter. */
export type Value = string | number | null

/** Result of a statement. */
export interface QueryResult {
  readonly columns: readonly string[]
  /** Rows, with their values by column name. */
  readonly rows: readonly Readonly<Record<string, Value>>[]
  readonly rowCount: number
  /** Tells whether there were more rows than were returned. */
  readonly truncated: boolean
  /** Time that SQLite needed, in milliseconds. */
  readonly durationMs: number
  /** Number of rows that were read; `null` if the database does not count them. */
  readonly rowsRead: number | null
  readonly rowsWritten: number
}

export interface QueryLimits {
  readonly maxRows: number
  /** Time limit in seconds. */
  readonly timeout: number
  readonly allowWrites: boolean
}

/**
 * Runs one statement. Whether the statement changes anything is determined before it runs, from the program to which
 * SQLite compiles it.
 * @param onWrite called before a statement that changes rows
 * @throws HttpError `invalid_query` with SQLite's message, or the reason why the console refuses it; `forbidden` for a
 * change if the settings do not allow changes
 */
export async function runQuery(
  c: RequestContext,
  sql: string,
  values: readonly Value[],
  limits: QueryLimits,
  onWrite: () => Promise<void>,
): Promise<QueryResult> {
  const statement = readStatement(sql)
  requireKnownNames(statement.tokens)
  const tables = await readCatalog(c)
  const isSecret = secretColumns(c)
  const masked = maskSecrets(statement.body, statement.tokens, tables, isSecret)
  const ask = (text: string) => all<Readonly<Record<string, Value>>>(c, text, values, limits.timeout)
  const program = (await ask(`EXPLAIN ${masked}`)).results as unknown as Instruction[] // the columns of EXPLAIN
  const reads = isReadOnly(program)
  if (!reads) await requireWritable(statement, program, tables, isSecret, limits, onWrite)
  else requireNoSecrets(program, tables, isSecret)
  if (statement.explain !== null) return resultOf(await ask(`${statement.explain} ${masked}`), limits.maxRows)
  if (!reads) return withoutSecrets(resultOf(await ask(masked), limits.maxRows), tables, isSecret)
  requireBoundedRecursion(statement.tokens)
  const capped = `SELECT * FROM (${masked}\n) LIMIT ${limits.maxRows + 1}`
  const result = resultOf(await ask(capped), limits.maxRows)
  return result.rowCount > 0 ? result : { ...result, columns: await columnsOf(c, capped, values, limits.timeout) }
}

interface Statement {
  /** Prefix `EXPLAIN` or `EXPLAIN QUERY PLAN`; `null` for none. */
  readonly explain: 'EXPLAIN' | 'EXPLAIN QUERY PLAN' | null
  readonly body: string
  /** Tokens of the body. */
  readonly tokens: readonly SqlToken[]
}

const VERBS = ['SELECT', 'VALUES', 'WITH', 'INSERT', 'UPDATE', 'DELETE', 'REPLACE']

function readStatement(sql: string): Statement {
  const all = tokensOf(sql)
  const isExplain = isKeyword(all[0], 'EXPLAIN')
  const isPlan = isExplain && isKeyword(all[1], 'QUERY') && isKeyword(all[2], 'PLAN')
  const first = all[isPlan ? 3 : isExplain ? 1 : 0]
  const last = all.at(-1)
  if (!first || !last) throw refused(t('There is nothing to explain.'))
  if (!VERBS.some((verb) => isKeyword(first, verb))) {
    const taken = t('The console accepts SELECT, VALUES, WITH, INSERT, UPDATE, DELETE, and EXPLAIN of these.')
    const hint = t("Facts about a table: SELECT * FROM pragma_table_info('<table>').")
    throw refused(isKeyword(first, 'PRAGMA') ? `${taken} ${hint}` : taken)
  }
  // Comments around the statement are removed, and the rest is scanned again, so that the tokens' positions are right.
  const body = sql.slice(first.start, last.end)
  return { explain: isPlan ? 'EXPLAIN QUERY PLAN' : isExplain ? 'EXPLAIN' : null, body, tokens: tokensOf(body) }
}

/** Table-valued functions of pragmas that describe the schema. Other pragmas describe or change the connection. */
const PRAGMAS = /^pragma_(?:table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list)$/i

/**
 * Refuses the table-valued functions of pragmas that are not in `PRAGMAS`, and tables of the platform, which contain
 * nothing worth showing: stored responses, and pending work.
 */
function requireKnownNames(tokens: readonly SqlToken[]): void {
  const other = tokens.find(
    (token) =>
      (token.kind !== 'sign' && /^pragma_/i.test(token.value) && !PRAGMAS.test(token.value)) ||
      (mayName(token) && isOfPlatform(token.value)),
  )
  if (other) throw refused(t('The console does not support {name}.', { name: other.value }))
}

/**
 * Tables that the console must not change: they record who did what, which migrations were applied, and to which
 * project and environment the database belongs.
 */
const PROTECTED = ['audit_log', 'd1_migrations', 'system_state']
/** Root page of `sqlite_schema`. */
const SCHEMA_ROOT = 1

async function requireWritable(
  { explain, tokens }: Statement,
  program: readonly Instruction[],
  tables: readonly Table[],
  isSecret: IsSecretColumn,
  { allowWrites }: QueryLimits,
  onWrite: () => Promise<void>,
): Promise<void> {
  if (!allowWrites) {
    throw new HttpError(
      'forbidden',
      t(
        'The console only reads. To let it change rows, set allowWrites: true in the settings of database-tools-plugin.',
      ),
    )
  }
  const roots = writtenRoots(program)
  const kept = tables.find(({ name, root }) => PROTECTED.includes(name) && roots.has(root))
  if (kept || roots.has(SCHEMA_ROOT)) {
    throw new HttpError('forbidden', t('The console does not change {name}.', { name: kept?.name ?? t('the schema') }))
  }
  const words = new Set(tokens.filter(mayName).map(({ value }) => value.toLowerCase()))
  const virtual = tables.filter(({ isVirtual }) => isVirtual).map(({ name }) => name.toLowerCase())
  const machinery = [...words].find(
    (word) => word.startsWith('sqlite_') || virtual.some((name) => word === name || word.startsWith(`${name}_`)),
  )
  if (machinery !== undefined) {
    throw new HttpError(
      'forbidden',
      t('The console does not change {machinery}, which SQLite maintains.', { machinery }),
    )
  }
  for (const { name, columns } of tables) {
    const secret = columns.find((column) => words.has(column.name.toLowerCase()) && isSecret(name, column.name))
    if (secret)
      throw refused(
        t('A change cannot use the column {name}, whose values can be neither read nor written here.', {
          name: secret.name,
        }),
      )
  }
  // A view may read tables that the statement does not name.
  requireNoSecrets(
    program,
    tables.filter(({ root }) => !roots.has(root)),
    isSecret,
  )
  if (explain === null) await onWrite()
}

/**
 * Prepares a person's statement. If the host supports it, the statement runs apart from others, so that they do not wait
 * for it.
 */
function prepare({ env }: RequestContext, sql: string, timeout: number): HostStatement {
  return env.DB.prepareApart?.(sql, timeout * 1000) ?? env.DB.prepare(sql)
}

async function all<Row>(c: RequestContext, sql: string, values: readonly Value[], timeout: number) {
  const statement = prepare(c, sql, timeout)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(refused(t('There was no response within {timeout} seconds; D1 cancels a query after 30.', { timeout }))),
      timeout * 1000,
    )
  })
  try {
    const bound = values.length === 0 ? statement : statement.bind(...values)
    return await Promise.race([during('long', () => bound.all<Row>()), late])
  } catch (error) {
    if (error instanceof HttpError) throw error
    if (isDatabaseAway(error) && !/parameter|not authorized|SQLITE_AUTH/i.test(String(error))) throw error
    throw refused(messageOf(error))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns SQLite's own message, without D1's additions, and without positions: the executed statement differs from the
 * typed one.
 */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/^(?:D1_ERROR|D1_TYPE_ERROR|Error): /, '')
    .replace(/(?: at offset \d+)?: SQLITE_[A-Z_]+(?: \(.*\))?$/, '')
}

function resultOf({ results, meta }: HostResult<Readonly<Record<string, Value>>>, maxRows: number): QueryResult {
  const rows = results.slice(0, maxRows)
  return {
    columns: Object.keys(rows[0] ?? {}),
    rows,
    rowCount: rows.length,
    truncated: results.length > maxRows,
    durationMs: meta.duration,
    rowsRead: meta.rows_read,
    rowsWritten: meta.rows_written ?? 0,
  }
}

/** Returns the names of the columns. Rows contain them, but if there are no rows, D1 returns them only in this way. */
async function columnsOf(c: RequestContext, sql: string, values: readonly Value[], timeout: number) {
  const [columns = []] = await prepare(c, sql, timeout)
    .bind(...values)
    .raw({ columnNames: true })
  return columns.map(String)
}

/**
 * Hides the values of all columns that are named like a secret column: a change that names no secret column can return
 * all of them with RETURNING *.
 */
function withoutSecrets(result: QueryResult, tables: readonly Table[], isSecret: IsSecretColumn): QueryResult {
  const secret = new Set(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => column.name).filter((column) => isSecret(name, column)),
    ),
  )
  const hide = (row: QueryResult['rows'][number]) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, secret.has(name) ? HIDDEN : value]))
  return { ...result, rows: result.rows.map(hide) }
}
