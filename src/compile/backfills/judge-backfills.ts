import type { Config } from '../../config/config.ts'
import { isNamedLikeSecret } from '../../config/secret-columns.ts'
import { type CopyingBackfill, copyingBackfill } from '../../fields/backfill.ts'
import { quote } from '../../ground/sql.ts'
import type { Lock } from '../lock/read-lock.ts'
import { describeReadersOf, readersOf } from '../lock/readers.ts'
import { columnName, joinTableName } from '../schema/model/names.ts'
import type { Step } from '../schema/steps/step.ts'
import { type ColumnRead, columnsRead, selectOf, type Tables } from './columns-read.ts'

/** A field that a migration fills from other columns, its readers, and the readers of those columns. */
export interface JudgedBackfill {
  readonly collection: string
  readonly field: string
  /** Readers of the field after the migration. */
  readonly readers: ReadonlySet<string>
  /** Sources of its values. */
  readonly reads: readonly JudgedRead[]
  /** Reason that the config gives for the additional readers; `null` without one. */
  readonly acknowledged: string | null
}

export interface JudgedRead {
  /** Name of the source: `posts.internal`, or `users.password_hash`; the statement if SQLite cannot compile it. */
  readonly what: string
  /** True if the source is a secret: a column that is named like one, or that a plugin declares as one. */
  readonly isSecret: boolean
  /** Readers of the source until now. */
  readonly readers: ReadonlySet<string>
  /** The same in words: `admin and editor`, `those whom a function admits`. */
  readonly who: string
  /** False if no lock contains the source, so that nobody knows its readers. */
  readonly isKnown: boolean
  /** True if somebody may read the field who could not read this source. */
  readonly isWidened: boolean
}

/** Returns the backfill of each field, by collection and field: `posts.contact`; `undefined` if a field has none. */
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
  /** Steps of the migration. */
  readonly steps: readonly Step[]
  readonly head: Lock
  /** The previous lock, with current names; `null` if there was none. */
  readonly base: Lock | null
  /** Backfills in the config, by field: `posts.contact`. */
  readonly backfills: ReadonlyMap<string, unknown>
}

/**
 * Returns the backfills of a migration that copy from other columns: those in the `UPDATE` statements of its steps,
 * whatever the current config says, and those that the config declares for the fields of its steps.
 */
export function judgeBackfills({ steps, head, base, backfills }: BackfillSource): JudgedBackfill[] {
  const tables = tablesIn(steps, head, base)
  return steps.flatMap(({ operation, statements }) => {
    if (operation?.kind !== 'add-field' && operation?.kind !== 'change-field') return []
    const { collection, field } = operation
    const { storage } = operation.kind === 'add-field' ? operation.facts : operation.after
    // A list of references has no column to copy to.
    const declared = storage === 'join' ? null : copyingBackfill(backfills.get(`${collection}.${field}`))
    const copies = [...statements.filter(isUpdate), ...(declared ? [selectOf(expressionOf(declared), collection)] : [])]
    if (copies.length === 0) return []
    const found = columnsRead(copies, tables).map((reads, at) => reads ?? [{ table: copies[at] ?? '', column: '' }])
    const ownColumn = columnName(field)
    const reads = found.flat().filter(({ table, column }) => table !== collection || column !== ownColumn)
    if (reads.length === 0) return []
    const readers = readersOf(head, collection, field)
    const judged = new Map(
      reads.map((read) => judgeRead(read, readers, { head, base })).map((read) => [read.what, read]),
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

/** Returns the columns that each table has before or after the migration, and the virtual tables. */
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

/** Returns the readers of a source column, and whether the target has more. */
export function judgeRead({ table, column }: ColumnRead, target: ReadonlySet<string>, source: Sides): JudgedRead {
  const { what, readers, who, isKnown } = readersOfColumn(table, column, source)
  const locks = source.base ? [source.base, source.head] : [source.head]
  const isSecret = isNamedLikeSecret(column) || locks.some((lock) => isDeclaredSecret(table, column, lock))
  const admitted = readersOfColumn(table, column, withNewRoles(source)).readers
  return {
    what,
    isSecret,
    readers,
    who,
    isKnown,
    isWidened: isSecret || ![...target].every((role) => admitted.has(role)),
  }
}

/**
 * Returns the sides with the head's new roles added to the base, whose rules then tell what these roles could have
 * read.
 */
function withNewRoles({ head, base }: Sides): Sides {
  return { head, base: base && { ...base, roles: { ...head.roles, ...base.roles } } }
}

/** The lock after and before the change. */
export type Sides = Pick<BackfillSource, 'head' | 'base'>

function isDeclaredSecret(table: string, column: string, { plugins }: Lock): boolean {
  return Object.values(plugins).some(({ secretColumns }) => secretColumns[table]?.includes(column))
}

/**
 * Returns the readers of a column before the change, because its values were written under those rules; for a new
 * column, the readers after the change. Other columns, such as those of plugins, are for admins only, except
 * `SHOWN_TO_ALL`.
 */
function readersOfColumn(table: string, column: string, { head, base }: Sides): SourceColumn {
  const locks = base ? [base, head] : [head]
  for (const lock of locks) {
    const [collection, field] = fieldIn(lock, table, column) ?? []
    if (collection !== undefined && field !== undefined)
      return {
        what: `${collection}.${field}`,
        readers: readersOf(lock, collection, field),
        who: describeReadersOf(lock, collection, field),
        isKnown: true,
      }
  }
  const isSystem = head.collections[table] !== undefined && SHOWN_TO_ALL.has(column)
  return {
    what: column === '' ? table : `${table}.${column}`,
    readers: isSystem ? readersOf(head, table, column) : new Set(['admin']),
    who: isSystem ? describeReadersOf(head, table, column) : 'admin',
    isKnown: column === '' || locks.some(({ schema }) => isColumnOf(schema[table], column)),
  }
}

type SourceColumn = Pick<JudgedRead, 'what' | 'readers' | 'who' | 'isKnown'>

/** Returns the collection and the field that a column belongs to; for a list of references, any column of its table. */
function fieldIn({ collections }: Lock, table: string, column: string): [string, string] | null {
  const [owner = ''] = collections[table] ? [table] : table.split('__', 1)
  const isOfField = (field: string) =>
    owner === table ? columnName(field) === column : joinTableName(owner, field) === table
  const field = Object.keys(collections[owner]?.fields ?? {}).find(isOfField)
  return field === undefined ? null : [owner, field]
}

function isColumnOf(facts: Lock['schema'][string] | undefined, column: string): boolean {
  return typeof facts === 'object' ? column === 'ROWID' || `column ${column}` in facts : facts !== undefined
}

/** Columns that every response contains. */
const SHOWN_TO_ALL = new Set(['ROWID', 'id', 'status', 'created_at', 'updated_at', 'published_at', 'version'])
