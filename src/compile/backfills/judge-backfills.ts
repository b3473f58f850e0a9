import { type CopyingBackfill, copyingBackfill } from '../../config/backfill.ts'
import type { Config } from '../../config/config.ts'
import { isNamedLikeSecret } from '../../config/secret-columns.ts'
import { quote } from '../../ground/sql.ts'
import { ANONYMOUS } from '../lock/reach.ts'
import type { Lock } from '../lock/read-lock.ts'
import { readersOf } from '../lock/readers.ts'
import { columnName } from '../schema/model/names.ts'
import type { Step } from '../schema/steps/step.ts'
import { type ColumnRead, columnsRead, selectOf, type Tables } from './columns-read.ts'

/** Source that a migration fills a field from, and who could read it before. */
export interface JudgedBackfill {
  readonly collection: string
  readonly field: string
  /** Readers of the field from now on. */
  readonly readers: ReadonlySet<string>
  /** Source of its values. */
  readonly reads: readonly JudgedRead[]
  /** Reason why the config lets more people read it than before; `null` where it says nothing. */
  readonly acknowledged: string | null
}

export interface JudgedRead {
  /** `posts.internal`, or `users.password_hash`. */
  readonly what: string
  /** Tells whether nobody may read it. */
  readonly isSecret: boolean
  /** Readers until now. */
  readonly readers: ReadonlySet<string>
  /** Tells whether somebody reads the field who could not read this. */
  readonly isWidened: boolean
}

/** The backfills that a config declares, by field. */
export function backfillsIn({ collections }: Pick<Config, 'collections'>): ReadonlyMap<string, unknown> {
  return new Map(
    collections.flatMap(({ name, fields }) =>
      Object.entries(fields).map(([field, { options }]) => {
        return [`${name}.${field}`, 'backfill' in options ? options.backfill : undefined] as const
      }),
    ),
  )
}

export interface BackfillSource {
  /** Those that the migration makes. */
  readonly steps: readonly Step[]
  readonly head: Lock
  /** With the names that things have now; `null`: there was none. */
  readonly base: Lock | null
  /** As the config declares them, by field: `posts.contact`. */
  readonly backfills: ReadonlyMap<string, unknown>
}

/**
 * The backfills from other columns that a migration carries out: those of its statements, whatever the config says by
 * now, and those of the config, where the rebuild of a table carries them out. Constants copy nothing.
 */
export function judgeBackfills({ steps, head, base, backfills }: BackfillSource): JudgedBackfill[] {
  const tables = tablesIn(steps, head, base)
  return steps.flatMap(({ operation, statements }) => {
    if (operation?.kind !== 'add-field' && operation?.kind !== 'change-field') return []
    const { collection, field } = operation
    const { storage } = operation.kind === 'add-field' ? operation.facts : operation.after
    // A list of references has no column to copy into.
    const declared = storage === 'join' ? null : copyingBackfill(backfills.get(`${collection}.${field}`))
    const copies = [...statements.filter(isUpdate), ...(declared ? [selectOf(expressionOf(declared), collection)] : [])]
    if (copies.length === 0) return []
    const found = columnsRead(copies, tables).map((reads, at) => reads ?? [{ table: copies[at] ?? '', column: '' }])
    const own = columnName(field)
    const reads = found.flat().filter(({ table, column }) => table !== collection || column !== own)
    if (reads.length === 0) return []
    const readers = readersOf(head, collection, field)
    const judged = new Map(
      reads.map((read) => [`${read.table}.${read.column}`, judgeRead(read, readers, { head, base })]),
    )
    return [{ collection, field, readers, reads: [...judged.values()], acknowledged: declared?.opens ?? null }]
  })
}

function isUpdate(statement: string): boolean {
  return /^\s*UPDATE\b/i.test(statement)
}

function expressionOf({ from }: CopyingBackfill): string {
  return from.kind === 'sql' ? from.text : quote(columnName(from.name))
}

/** Of every table the columns that it has before the migration, after it, or on the way. */
function tablesIn(steps: readonly Step[], head: Lock, base: Lock | null): Tables {
  const virtual = new Map<string, string>()
  const columns = new Map<string, Set<string>>()
  const add = (table: string, column: string) =>
    columns.set(table, (columns.get(table) ?? new Set<string>()).add(column))
  for (const { schema } of [head, ...(base ? [base] : [])]) {
    for (const [table, facts] of Object.entries(schema)) {
      if (typeof facts === 'string') {
        if (/^CREATE VIRTUAL TABLE\b/.test(facts)) virtual.set(table, facts)
        continue
      }
      for (const key of Object.keys(facts)) if (key.startsWith('column ')) add(table, key.slice('column '.length))
    }
  }
  for (const { operation } of steps) {
    if (operation?.kind === 'drop-field') add(operation.collection, columnName(operation.field))
  }
  return { columns, virtual: new Set(virtual.values()) }
}

/** Readers of a column, beside those who read what is made from it. */
export function judgeRead({ table, column }: ColumnRead, target: ReadonlySet<string>, source: Sides): JudgedRead {
  const { what, readers } = readersOfColumn(table, column, source)
  const locks = source.base ? [source.base, source.head] : [source.head]
  const isSecret = isNamedLikeSecret(column) || locks.some((lock) => isDeclaredSecret(table, column, lock))
  const isReader = (role: string) => readers.has(role) || (isNewRole(role, source) && isForSignedIn(readers, source))
  return { what, isSecret, readers, isWidened: isSecret || ![...target].every(isReader) }
}

function isNewRole(role: string, { base }: Sides): boolean {
  return base !== null && role !== ANONYMOUS && !(role in base.roles)
}

/** Tells whether everybody signed in could read it, whatever role they had. */
function isForSignedIn(readers: ReadonlySet<string>, { base }: Sides): boolean {
  return Object.keys(base?.roles ?? {}).every((role) => readers.has(role))
}

/** The lock as it becomes, and as it was. */
export type Sides = Pick<BackfillSource, 'head' | 'base'>

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
  const isSystem = head.collections[table] !== undefined && SHOWN_TO_ALL.has(column)
  return {
    what: column === '' ? table : `${table}.${column}`,
    readers: isSystem ? readersOf(head, table, column) : new Set(['admin']),
  }
}

/** Columns that every response shows. */
const SHOWN_TO_ALL = new Set(['ROWID', 'id', 'status', 'created_at', 'updated_at', 'published_at', 'version'])
