import { copyingBackfill } from '../../config/backfill.ts'
import { isNamedLikeSecret } from '../../config/secret-columns.ts'
import type { Lock } from '../review/lock.ts'
import { readersOf } from '../review/readers.ts'
import { columnName } from '../schema/names.ts'
import { quote } from '../schema/sql.ts'
import type { Step } from '../schema/step.ts'
import { type ColumnRead, type Columns, columnsRead } from './columns-read.ts'

/** What a migration fills a field with, and who could read that before. */
export interface JudgedBackfill {
  readonly collection: string
  readonly field: string
  /** Readers of the field from now on. */
  readonly readers: ReadonlySet<string>
  /** What its values are made from. */
  readonly reads: readonly JudgedRead[]
  /** Why the config lets more people read it than before; `null` where it says nothing. */
  readonly acknowledged: string | null
}

export interface JudgedRead {
  /** `posts.internal`, or `users.password_hash`. */
  readonly what: string
  /** Whether nobody may read it. */
  readonly isSecret: boolean
  /** Readers until now. */
  readonly readers: ReadonlySet<string>
  /** Whether somebody reads the field who could not read this. */
  readonly isWidened: boolean
}

export interface BackfillSource {
  /** Those that the migration makes. */
  readonly steps: readonly Step[]
  readonly head: Lock
  /** With the names that things have now; `null`: there was none. */
  readonly base: Lock | null
}

/** The backfills from other fields and by SQL that a migration carries out; constants copy nothing. */
export function judgeBackfills({ steps, head, base }: BackfillSource): JudgedBackfill[] {
  const columns = columnsIn(steps, head, base)
  return steps.flatMap(({ operation }) => {
    if (operation?.kind !== 'add-field' && operation?.kind !== 'change-field') return []
    const { collection, field } = operation
    const copy = copyingBackfill(head.collections[collection]?.fields[field]?.backfill)
    if (copy === null) return []
    const readers = readersOf(head, collection, field)
    const expression = copy.from.kind === 'sql' ? copy.from.text : quote(columnName(copy.from.name))
    const found = columnsRead(expression, collection, columns)
    const reads = found?.map((read) => judgeRead(read, readers, { head, base })) ?? [unknown(expression)]
    return [{ collection, field, readers, reads, acknowledged: copy.opens }]
  })
}

/** Of every table the columns that it has before the migration, after it, or on the way. */
function columnsIn(steps: readonly Step[], head: Lock, base: Lock | null): Columns {
  const columns = new Map<string, Set<string>>()
  const add = (table: string, column: string) =>
    columns.set(table, (columns.get(table) ?? new Set<string>()).add(column))
  for (const { schema } of [head, ...(base ? [base] : [])]) {
    for (const [table, facts] of Object.entries(schema)) {
      if (typeof facts === 'string') continue
      for (const key of Object.keys(facts)) if (key.startsWith('column ')) add(table, key.slice('column '.length))
    }
  }
  for (const { operation } of steps) {
    if (operation?.kind === 'drop-field') add(operation.collection, columnName(operation.field))
  }
  return columns
}

function judgeRead({ table, column }: ColumnRead, target: ReadonlySet<string>, source: Sides): JudgedRead {
  const { what, readers } = readersOfColumn(table, column, source)
  const locks = source.base ? [source.base, source.head] : [source.head]
  const isSecret = isNamedLikeSecret(column) || locks.some((lock) => isDeclaredSecret(table, column, lock))
  return { what, isSecret, readers, isWidened: isSecret || [...target].some((role) => !readers.has(role)) }
}

type Sides = Pick<BackfillSource, 'head' | 'base'>

function isDeclaredSecret(table: string, column: string, { plugins }: Lock): boolean {
  return Object.values(plugins).some(({ secretColumns }) => secretColumns[table]?.includes(column))
}

/** As it was before where there was a before: values were written under those rules. Tables of plugins are admins'. */
function readersOfColumn(table: string, column: string, { head, base }: Sides): Pick<JudgedRead, 'what' | 'readers'> {
  for (const lock of base ? [base, head] : [head]) {
    const fields = Object.keys(lock.collections[table]?.fields ?? {})
    const field = fields.find((name) => columnName(name) === column)
    if (field !== undefined) return { what: `${table}.${field}`, readers: readersOf(lock, table, field) }
  }
  const isSystem = head.collections[table] !== undefined && SYSTEM_COLUMNS.has(column)
  return { what: `${table}.${column}`, readers: isSystem ? readersOf(head, table, column) : new Set(['admin']) }
}

/** They are in every answer. */
const SYSTEM_COLUMNS = new Set(['id', 'status', 'created_at', 'updated_at', 'published_at', 'version'])

function unknown(expression: string): JudgedRead {
  return { what: expression, isSecret: false, readers: new Set(), isWidened: true }
}
