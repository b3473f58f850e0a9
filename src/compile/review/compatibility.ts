import type { Lock } from '../lock/read-lock.ts'
import type { Renames } from '../lock/renames.ts'
import { servedIn } from './served-in.ts'

/** Tells whether a worker can serve a database, and why. */
export interface Verdict {
  readonly works: boolean
  /** Reasons why the worker cannot serve the database or, if it can, notes. */
  readonly reasons: readonly string[]
}

export interface Compatibility {
  /** The base's worker on the new database. */
  readonly oldWorkerNewSchema: Verdict
  /** The new worker on the base's database. */
  readonly newWorkerOldSchema: Verdict
  /** Order of deployment that follows from both verdicts. `any`: the database does not change. */
  readonly order: 'any' | 'migrate-then-deploy' | 'deploy-then-migrate' | 'two-steps'
  /** Reason for the order, in one sentence without a full stop. */
  readonly why: string
  /** The environment to deploy: production, or the first one except development; `null` without one. */
  readonly environment: string | null
  /** Commands to run, in order. */
  readonly commands: readonly string[]
}

export interface CompatibilityInput {
  /** The base's lock, with its own names; `null` if nothing was deployed before. */
  readonly base: Lock | null
  readonly head: Lock
  readonly renames: Renames
  /** Fields whose values are stored in a different form, `posts.views`. */
  readonly retyped: readonly string[]
  /** True if there are migrations that the base lacks. */
  readonly hasMigrations: boolean
}

/**
 * Determines in which order database and worker can be deployed, since both workers respond for a while during a
 * deployment.
 */
export function judgeCompatibility(input: CompatibilityInput): Compatibility {
  const { base, head, hasMigrations } = input
  const environment = servedIn(head)[0] ?? null
  if (!hasMigrations) {
    const unchanged = { works: true, reasons: [] }
    const commands = [deploy(environment)]
    return {
      oldWorkerNewSchema: unchanged,
      newWorkerOldSchema: unchanged,
      order: 'any',
      why: 'the database stays as it is',
      environment,
      commands,
    }
  }
  const oldWorkerNewSchema = base ? judgeOldWorker(base, input) : { works: true, reasons: ['there is no worker yet'] }
  const newWorkerOldSchema = judgeNewWorker(input)
  const order = orderOf(oldWorkerNewSchema.works, newWorkerOldSchema.works)
  const why = base ? WHY[order] : 'there is no worker yet, and the first one needs its tables'
  return { oldWorkerNewSchema, newWorkerOldSchema, order, why, environment, commands: [deploy(environment)] }
}

function judgeOldWorker(base: Lock, { head, renames, retyped }: CompatibilityInput): Verdict {
  const missing = missingIn(base, head).map(({ table, column }) => {
    const renamed = column === null ? nextTable(table, renames) : nextColumn(table, column, renames)
    const what = column === null ? table : `${table}.${column}`
    return renamed ? `it uses ${what}, which is renamed to ${renamed}` : `it uses ${what}, which is dropped`
  })
  const demanded = columnsOf(head).flatMap(({ table, column, type }) => {
    const before = columnFact(base, table, column)
    if (!type.includes('NOT NULL') || type.includes('PRIMARY KEY') || !tableIn(base, table)) return []
    if (before === undefined && !type.includes('DEFAULT'))
      return [`it does not write ${table}.${column}, which must not be null`]
    return before !== undefined && !before.includes('NOT NULL') ? [`it may write null to ${table}.${column}`] : []
  })
  const failures = [...missing, ...retyped.map((field) => `it reads ${field} in its former form`), ...demanded]
  const unique = uniqueIndexes(head)
    .filter(({ table, index }) => tableIn(base, table) && !uniqueIndexes(base).some((other) => other.index === index))
    .map(({ table, index }) => `its writes to ${table} are refused if ${index} finds a repeated value`)
  return { works: failures.length === 0, reasons: failures.length > 0 ? failures : unique }
}

function judgeNewWorker({ base, head, retyped }: CompatibilityInput): Verdict {
  const missing = missingIn(head, base ?? { schema: {} }).map(({ table, column }) =>
    column === null
      ? `it needs the table ${table}, which does not exist yet`
      : `it needs ${table}.${column}, which does not exist yet`,
  )
  const strict = columnsOf(base ?? { schema: {} }).flatMap(({ table, column, type }) => {
    const after = columnFact(head, table, column)
    const isWritten = after !== undefined && !after.includes('NOT NULL')
    return type.includes('NOT NULL') && isWritten ? [`it may write null to ${table}.${column}, which is refused`] : []
  })
  const failures = [...missing, ...retyped.map((field) => `it reads ${field} in its new form`), ...strict]
  return { works: failures.length === 0, reasons: [...failures, ...gates(head)] }
}

/** Describes how bootstrap behaves in the environments except development while a migration has not been applied. */
function gates(head: Lock): string[] {
  const named = (mode: string) => servedIn(head).filter((name) => head.environments[name]?.migrations === mode)
  const check = named('check')
  const apply = named('apply')
  return [
    ...(check.length > 0
      ? [`${check.join(', ')}: data routes return 503 until the migration is applied (migrations: check)`]
      : []),
    ...(apply.length > 0
      ? [`${apply.join(', ')}: the worker applies it itself, unless it is destructive (migrations: apply)`]
      : []),
  ]
}

type WithSchema = Pick<Lock, 'schema'>

/** Returns tables and columns of one schema that another one lacks; a missing table is listed without its columns. */
function missingIn(
  needed: WithSchema,
  found: WithSchema,
): { readonly table: string; readonly column: string | null }[] {
  const gone = Object.keys(needed.schema).filter((table) => !tableIn(found, table))
  // Join tables and full-text tables always change together with their collection's table.
  const tables = gone.filter(
    (table) => !gone.some((other) => table === `${other}_fts` || table.startsWith(`${other}__`)),
  )
  const columns = columnsOf(needed).filter(
    ({ table, column }) => tableIn(found, table) && columnFact(found, table, column) === undefined,
  )
  return [...tables.map((table) => ({ table, column: null })), ...columns]
}

function tableIn({ schema }: WithSchema, table: string): boolean {
  return table in schema
}

function columnsOf({
  schema,
}: WithSchema): { readonly table: string; readonly column: string; readonly type: string }[] {
  return Object.entries(schema).flatMap(([table, facts]) =>
    typeof facts === 'string'
      ? []
      : Object.entries(facts)
          .filter(([key]) => key.startsWith('column '))
          .map(([key, type]) => ({ table, column: key.slice('column '.length), type: String(type) })),
  )
}

function columnFact({ schema }: WithSchema, table: string, column: string): string | undefined {
  const facts = schema[table]
  const fact = typeof facts === 'object' ? facts[`column ${column}`] : undefined
  return typeof fact === 'string' ? fact : undefined
}

function uniqueIndexes({ schema }: WithSchema): { readonly table: string; readonly index: string }[] {
  return Object.entries(schema).flatMap(([table, facts]) =>
    Object.keys(typeof facts === 'string' ? {} : facts)
      .filter((key) => key.startsWith('unique index '))
      .map((key) => ({ table, index: key.slice('unique index '.length) })),
  )
}

/** Returns the new name of a column's field; `undefined` if the field is not renamed. */
function nextColumn(table: string, column: string, renames: Renames): string | undefined {
  const fields = renames.fields.get(renames.collections.get(table) ?? table) ?? new Map<string, string>()
  return [...fields].find(([from]) => plain(from) === plain(column))?.[1]
}

function nextTable(table: string, renames: Renames): string | undefined {
  return [...renames.collections].find(([from]) => plain(from) === plain(table))?.[1]
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** Field types whose values are stored as the same text. */
const TEXTUAL: ReadonlySet<string> = new Set(['string', 'text', 'slug', 'select', 'date', 'reference', 'media'])

/** Tells whether values of one field type cannot be read as values of another. */
export function isOtherForm(before: string, after: string): boolean {
  return before !== after && !(TEXTUAL.has(before) && TEXTUAL.has(after))
}

function orderOf(oldWorks: boolean, newWorks: boolean): Exclude<Compatibility['order'], 'any'> {
  if (oldWorks) return 'migrate-then-deploy'
  return newWorks ? 'deploy-then-migrate' : 'two-steps'
}

const WHY = {
  'migrate-then-deploy': 'the running worker continues to work on the new schema',
  'deploy-then-migrate': 'the running worker needs what the migration removes, but the new worker does not',
  'two-steps': "neither worker works on the other's schema",
} as const

/** Returns the command that does everything in the right order, with a backup first. */
function deploy(environment: string | null): string {
  return environment === null ? 'npx cms deploy' : `npx cms deploy --env ${environment}`
}
