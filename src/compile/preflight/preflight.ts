import { counted } from '../../ground/counted.ts'
import { quote } from '../../ground/sql.ts'
import type { ManifestCollection, Schema } from '../../manifest/index.ts'
import { openDatabase } from '../schema/files/run-statements.ts'
import { COPIES } from '../schema/model/copies.ts'
import { createSchema } from '../schema/sql/create.ts'
import type { Operation } from '../schema/steps/operation.ts'
import { classOfStep, headingOf, type StepClass, sourceOfStep } from '../schema/steps/step.ts'
import { type Planned, type Prediction, predict } from './predict.ts'
import type { RowQuery, Tally } from './row-query.ts'
import { ruleQueries } from './rule-queries.ts'

/** Effects of pending migrations on the rows of a database. */
export interface Preflight {
  readonly migrations: readonly PreflightMigration[]
  /** Values that the validators will reject, whatever the migrations do. */
  readonly rules: readonly Check[]
  /** Rows that D1 will bill for all migrations together, estimated from table sizes and indexes. */
  readonly rowsRead: number
  readonly rowsWritten: number
  /** Number of checks that found rows. */
  readonly failing: number
}

export interface PreflightMigration {
  readonly name: string
  readonly destructive: boolean
  readonly checks: readonly Check[]
  /** Rows that the migration deletes or writes, as declared. */
  readonly effects: readonly Effect[]
  /** Rows that are copied while their table is rebuilt. */
  readonly copies: readonly { readonly table: string; readonly rows: number }[]
  readonly rowsRead: number
  readonly rowsWritten: number
  /** Handwritten statements whose effect on rows cannot be predicted, and messages of checks that cannot be made. */
  readonly unpredicted: readonly string[]
}

/** Rows that a step deletes or writes. */
export interface Effect {
  readonly kind: Tally['kind']
  /** Description without a full stop: `drops 69 values of posts.legacy, of 127 rows`. */
  readonly message: string
  readonly table: string
  /** Name of the column; `null` for whole rows. */
  readonly column: string | null
  /** The operation that causes the effect. */
  readonly operation: Operation | null
  /** The handwritten statement that causes the effect; `null` for the work of an operation. */
  readonly statement: string | null
  readonly source: string | null
  /** Number of affected rows, and of all rows of the table. */
  readonly rows: number
  readonly of: number
  /** Ids of at most ten rows that a handwritten statement affects; empty for the work of an operation. */
  readonly sample: readonly (string | number)[]
}

export interface Check {
  readonly kind: RowQuery['kind']
  readonly message: string
  readonly table: string
  /** The step that requires the check, its operation, and its class; `null` for a rule of the validators. */
  readonly step: string | null
  readonly operation: Operation | null
  /** Subject of a rule, `posts.kind`; `null` for a step. */
  readonly subject: string | null
  readonly class: StepClass | null
  /** Position of the declaration: `collections/posts.ts:14`. */
  readonly source: string | null
  /** Number of rows that fail. */
  readonly rows: number
  /** Ids of at most ten failing rows. */
  readonly sample: readonly (string | number)[]
  /** Values that several rows share, at most five, for a violated unique constraint. */
  readonly shared: readonly { readonly value: unknown; readonly rows: number }[]
}

export interface PreflightSource {
  /** Current schema of the database. */
  readonly live: Schema
  readonly pending: readonly Planned[]
  readonly collections: readonly ManifestCollection[]
  /** Runs statements that only read, and returns the rows of each. */
  readonly query: (statements: readonly string[]) => Promise<readonly (readonly object[])[]>
}

/** Queries a database for rows that its pending migrations affect. Only reads. */
export async function preflight({ live, pending, collections, query }: PreflightSource): Promise<Preflight> {
  const { tables, migrations } = predict(live, pending)
  const canAsk = askable(live)
  const rules = ruleQueries(tables, collections).filter(({ sql }) => canAsk(sql))
  const queries = [...migrations.flatMap((migration) => migration.questions).filter(({ sql }) => canAsk(sql)), ...rules]
  const sizes = await countRows(migrations, query)
  const responses = await inTurns(
    queries.map(({ sql }) => sql),
    query,
  )
  const shared = await findShared(queries, responses, query)
  const effects = await countEffects(migrations, canAsk, query)
  const checks = new Map(
    queries.map((rowQuery, index) => [rowQuery, checkOf(rowQuery, responses[index] ?? [], shared.get(rowQuery) ?? [])]),
  )
  const checked = migrations.map((migration, index) => ({
    name: migration.name,
    destructive: pending[index]?.steps.some((step) => classOfStep(step) === 'destructive') ?? false,
    checks: migration.questions.flatMap((rowQuery) => checks.get(rowQuery) ?? []),
    effects: (effects.get(migration) ?? []).filter(isTold),
    ...billOf(migration, sizes),
    unpredicted: [
      ...migration.unpredicted,
      ...migration.questions.filter((rowQuery) => !checks.has(rowQuery)).map(({ message }) => message),
    ],
  }))
  return {
    migrations: checked,
    rules: rules.flatMap((rule) => checks.get(rule) ?? []).filter(({ rows }) => rows > 0),
    rowsRead: checked.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    rowsWritten: checked.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0),
    failing: [...checks.values()].filter(({ rows }) => rows > 0).length,
  }
}

/**
 * Creates a function that tells whether SQLite accepts a query. A query after a handwritten statement may refer to
 * something that does not exist.
 */
function askable(live: Schema): (sql: string) => boolean {
  const database = openDatabase()
  const understands = (run: () => unknown): boolean => {
    try {
      run()
      return true
    } catch {
      return false
    }
  }
  // A foreign table may use SQL that the model does not preserve. No query refers to such a table.
  for (const statement of createSchema({ ...live, triggers: [] })) understands(() => database.exec(statement))
  return (sql) => understands(() => database.prepare(sql))
}

type Query = PreflightSource['query']

async function countRows(migrations: readonly Prediction[], query: Query): Promise<ReadonlyMap<string, number>> {
  const names = [...new Set(migrations.flatMap(({ expenses }) => expenses.map(({ table }) => table)))]
  const counts = await inTurns(
    names.map((name) => `SELECT count(*) AS total FROM ${quote(name)}`),
    query,
  )
  return new Map(names.map((name, index) => [name, totalOf(counts[index] ?? [])]))
}

async function countEffects(
  migrations: readonly Prediction[],
  canAsk: (sql: string) => boolean,
  query: Query,
): Promise<ReadonlyMap<Prediction, readonly Effect[]>> {
  const tallies = migrations.flatMap((migration) =>
    migration.tallies.filter(({ sql }) => canAsk(sql)).map((tally) => ({ migration, tally })),
  )
  const responses = await inTurns(
    tallies.map(({ tally }) => tally.sql),
    query,
  )
  const named = tallies.filter(({ tally: { ids } }, index) => ids !== null && totalOf(responses[index] ?? []) > 0)
  const samples = await inTurns(
    named.flatMap(({ tally: { ids } }) => ids ?? []),
    query,
  )
  const sampleOf = new Map(named.map(({ tally }, index) => [tally, idsIn(samples[index] ?? [])]))
  const effects = tallies.map(({ migration, tally }, index) => ({
    migration,
    effect: effectOf(tally, responses[index] ?? [], sampleOf.get(tally) ?? []),
  }))
  const groups = Map.groupBy(effects, ({ migration }) => migration)
  return new Map([...groups].map(([migration, found]) => [migration, found.map(({ effect }) => effect)]))
}

/**
 * Tells whether an effect is reported. Rewrites, effects on copies of documents, conversions, and what handwritten SQL
 * writes are only worth reporting if there are such rows.
 */
function isTold({ kind, rows, table, operation, statement }: Effect): boolean {
  const isByHand = statement !== null && (kind === 'writes' || OF_DOCUMENTS.has(kind))
  const isAside = kind === 'converts' || isByHand
  return rows > 0 || (operation?.kind !== 'rewrite-values' && !COPIES.includes(table) && !isAside)
}

/** Effects on who sees documents. */
const OF_DOCUMENTS: ReadonlySet<Tally['kind']> = new Set(['publishes', 'unpublishes', 'shows', 'hides'])

function effectOf(tally: Tally, response: readonly object[], sample: Effect['sample']): Effect {
  const { kind, table, column, step, statement } = tally
  const [row] = response
  const [rows, of] = [totalOf(response), row && 'of' in row ? Number(row.of) : 0]
  const message = messageOf(tally, rows, of)
  const { operation } = step
  return { kind, message, table, column, operation, statement, source: sourceOfStep(step), rows, of, sample }
}

function messageOf({ kind, column, subject, isOfAll }: Tally, rows: number, of: number): string {
  const unit = column !== null ? 'value' : OF_DOCUMENTS.has(kind) ? 'document' : 'row'
  const affected = `${counted(rows, unit)} of ${subject}`
  const among = `of ${counted(of, 'row')}${isOfAll ? ' of all collections' : ''}`
  if (kind === 'converts') return `keeps ${affected} only in part or in another form, ${among}`
  if (kind === 'shows') return `may show visitors hidden translations of ${affected}, ${among}`
  if (kind === 'hides') return `may hide languages of ${affected} from visitors, ${among}`
  return `${kind} ${affected}, ${among}`
}

/**
 * Maximum number of queries in a batch. A batch runs as one transaction, which should not block a database for long.
 */
const TOGETHER = 20

async function inTurns(statements: readonly string[], query: Query): Promise<(readonly object[])[]> {
  const responses: (readonly object[])[] = []
  for (let start = 0; start < statements.length; start += TOGETHER) {
    responses.push(...(await query(statements.slice(start, start + TOGETHER))))
  }
  return responses
}

/** Returns the values that rows share, for those queries that found any. */
async function findShared(
  queries: readonly RowQuery[],
  responses: readonly (readonly object[])[],
  query: Query,
): Promise<ReadonlyMap<RowQuery, Check['shared']>> {
  const found = queries.filter(({ values }, index) => values !== undefined && totalOf(responses[index] ?? []) > 0)
  const rows = await inTurns(
    found.flatMap(({ values }) => values ?? []),
    query,
  )
  // Such a query selects `value` and `rows`.
  return new Map(found.map((rowQuery, index) => [rowQuery, (rows[index] ?? []) as Check['shared']]))
}

/** Creates a check from the response to a query, which selects `id` and `total`. */
function checkOf(
  { kind, message, table, step, subject, source }: RowQuery,
  response: readonly object[],
  shared: Check['shared'],
): Check {
  return {
    kind,
    message,
    table,
    step: step ? headingOf(step) : null,
    operation: step?.operation ?? null,
    subject: subject ?? null,
    class: step ? classOfStep(step) : null,
    source: source ?? (step ? sourceOfStep(step) : null),
    rows: totalOf(response),
    sample: idsIn(response),
    shared,
  }
}

/** Returns the ids that a query has selected. */
function idsIn(response: readonly object[]): readonly (string | number)[] {
  return (response as readonly { readonly id: string | number }[]).map(({ id }) => id)
}

function totalOf([row]: readonly object[]): number {
  return row && 'total' in row ? Number(row.total) : 0
}

function billOf({ expenses }: Prediction, sizes: ReadonlyMap<string, number>) {
  const size = (table: string) => sizes.get(table) ?? 0
  return {
    copies: expenses.filter(({ isCopy }) => isCopy).map(({ table }) => ({ table, rows: size(table) })),
    rowsRead: expenses.reduce((sum, { table, reads }) => sum + reads * size(table), 0),
    rowsWritten: expenses.reduce((sum, { table, writes }) => sum + writes * size(table), 0),
  }
}
