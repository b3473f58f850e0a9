import { constants } from 'node:sqlite'
import { ANONYMOUS } from '../../ground/access.ts'
import { PUBLISHED_LOCALES } from '../../ground/variants.ts'
import { judgeRead, type Sides } from '../backfills/judge-backfills.ts'
import { conditionFields } from '../lock/condition-fields.ts'
import { reachOf, readRule } from '../lock/reach.ts'
import type { Lock, LockCollection } from '../lock/read-lock.ts'
import { readersOf } from '../lock/readers.ts'
import { PENDING } from '../schema/model/copies.ts'
import { columnName } from '../schema/model/names.ts'
import { fillsOnlyEmpty, replacesRows } from '../schema/sql/fills-only-empty.ts'
import { readStatement } from '../schema/sql/read-statement.ts'
import type { Act } from './acts.ts'
import { classOfEffect, describeEffect } from './effect-words.ts'
import { insertedColumns } from './inserted-columns.ts'
import type { SqlEffect } from './verdict.ts'

type Effect = Omit<SqlEffect, 'statement' | 'line'>

/** A column that is written; `null` for whole rows. */
interface Target {
  readonly table: string
  readonly column: string | null
  /** True if an UPDATE changes existing rows. */
  readonly isStanding?: boolean
}

/** Columns of every collection that determine whether documents are public. */
const PUBLISHING = ['status', 'published_at', 'scheduled_at']

/** Column with the author, which access rules and the admin use. */
const AUTHOR = 'created_by'

/** Returns the columns that a statement writes: those that an UPDATE sets, or an INSERT names. */
export function targetsOf(acts: readonly Act[], statement: string): Target[] {
  return acts.flatMap(({ code, table, detail }): Target[] => {
    if (table === null) return []
    if (code === constants.SQLITE_UPDATE) return [{ table, column: detail, isStanding: true }]
    if (code !== constants.SQLITE_INSERT) return []
    return (
      insertedColumns(statement)?.map((column) => ({ table, column: column.toLowerCase() })) ?? [
        { table, column: null },
      ]
    )
  })
}

/**
 * Returns the effects of writes to columns that determine who may access a document, or when the document or its
 * pending changes are published.
 */
export function decisions(targets: readonly Target[], statement: string, sides: Sides): Effect[] {
  return [...Map.groupBy(targets, ({ table }) => table)].flatMap(([table, targetsOfTable]) => {
    if (table === PENDING && targetsOfTable.some(({ column }) => column === null || column === 'scheduled_at'))
      return [effectOf('publishes', table, ['scheduled_at'])]
    const collections = declared(table, sides)
    if (collections.length === 0) return []
    const writtenOf = (columns: readonly string[], among: readonly Target[]) =>
      [...new Set(columns)].filter((name) => among.some(({ column }) => column === null || column === name)).sort()
    const compared = collections.flatMap((collection) => conditionFields(collection, sides.head.roles).map(columnName))
    const deciding = writtenOf([AUTHOR, ...compared], targetsOfTable)
    // Without drafts, a new row is always published.
    const hasDrafts = collections.some(({ drafts }) => drafts)
    const publishing = writtenOf(
      PUBLISHING,
      hasDrafts ? targetsOfTable : targetsOfTable.filter(({ isStanding }) => isStanding),
    )
    return [
      ...(deciding.length > 0 ? [effectOf('grants', table, deciding)] : []),
      ...(publishing.length > 0
        ? [effectOf(hidesOnly(statement) ? 'unpublishes' : 'publishes', table, publishing)]
        : []),
      ...(collections.some(isLocalized) ? languageEffects(table, targetsOfTable, statement) : []),
    ]
  })
}

/** Column with the languages in which visitors see a document, as JSON; `NULL` for all. */
const SHOWN_IN = columnName(PUBLISHED_LOCALES)

function isLocalized({ fields }: LockCollection): boolean {
  return Object.hasOwn(fields, PUBLISHED_LOCALES)
}

/** Returns the effects of a statement on the languages in which visitors see existing documents. */
function languageEffects(table: string, targets: readonly Target[], text: string): Effect[] {
  const isWritten = targets.some(({ column, isStanding }) => isStanding === true && column === SHOWN_IN)
  if (!isWritten && !replacesRows(text)) return []
  const statement = readStatement(text)
  const value = statement.kind === 'update' ? statement.sets.get(SHOWN_IN)?.toUpperCase() : undefined
  const shows = value !== "'[]'" && !(value !== undefined && value !== 'NULL' && fillsOnlyEmpty(text, table, SHOWN_IN))
  return [
    ...(shows ? [effectOf('shows', table, [SHOWN_IN])] : []),
    ...(value === 'NULL' ? [] : [effectOf('hides', table, [SHOWN_IN])]),
  ]
}

/** Tells whether an UPDATE turns documents into drafts, and does nothing else to their publication. */
function hidesOnly(text: string): boolean {
  const statement = readStatement(text)
  if (statement.kind !== 'update' || statement.sets.get('status') !== "'draft'") return false
  return PUBLISHING.every((column) => column === 'status' || (statement.sets.get(column) ?? 'NULL') === 'NULL')
}

type Deciding = 'grants' | 'publishes' | 'unpublishes' | 'shows' | 'hides'

function effectOf(kind: Deciding, table: string, columns: readonly string[]): Effect {
  const message = describeEffect(kind, table, columns, null)
  return { class: classOfEffect(kind, false), kind, table, columns, trigger: null, message }
}

/** Returns a collection as it is declared in the head and in the base. */
function declared(table: string, { head, base }: Sides): LockCollection[] {
  return [head, ...(base ? [base] : [])].flatMap(({ collections }) => collections[table] ?? [])
}

/** Returns the reads of columns whose values become visible to somebody who could not read them. */
export function widenedReads(reads: readonly Act[], targets: readonly Target[], sides: Sides): Act[] {
  return reads.filter((act) => targets.some((target) => isWidened(act, target, sides)))
}

function isWidened({ table, detail }: Act, target: Target, sides: Sides): boolean {
  if (table === null || detail === '') return false
  const read = ownerOf({ table, column: detail }, sides)
  const owner = ownerOf(target, sides)
  const isSame =
    read.table === owner.table && (read.column === owner.column || declared(owner.table, sides).length === 0)
  return (
    !isSame &&
    judgeRead({ table: read.table, column: read.column ?? '' }, readersOfTarget(owner, sides), sides).isWidened
  )
}

/** Returns the field that a join table belongs to, as a target; any other target unchanged. */
function ownerOf({ table, column }: Target, sides: Sides): Target {
  const at = table.indexOf('__')
  const owner = at === -1 ? '' : table.slice(0, at)
  return declared(owner, sides).length > 0 ? { table: owner, column: table.slice(at + 2) } : { table, column }
}

/** Returns the readers of a written column. A table that no collection declares may be read by everybody. */
function readersOfTarget({ table, column }: Target, sides: Sides): ReadonlySet<string> {
  for (const lock of [sides.head, ...(sides.base ? [sides.base] : [])]) {
    const collection = lock.collections[table]
    if (!collection) continue
    const field = Object.keys(collection.fields).find((name) => columnName(name) === column)
    // System columns, and whole rows, are visible to everybody who may read some of the collection.
    return readersOf(lock, table, field ?? 'id')
  }
  return new Set([ANONYMOUS, ...Object.keys(sides.head.roles)])
}

/**
 * Returns the tables from which a statement reads rows that not all readers may see, such as drafts, while it writes to
 * another table, or looks up rows for a write to the same table.
 */
export function hiddenRows(acts: readonly Act[], targets: readonly Target[], sides: Sides): string[] {
  const looksUp = acts.some(({ code }) => code === constants.SQLITE_SELECT)
  const read = new Set(
    acts.flatMap(({ code, table }) => (code === constants.SQLITE_READ && table !== null ? [table] : [])),
  )
  return [...read].filter(
    (table) =>
      declared(table, sides).some((collection) => hidesRows(collection, sides.head)) &&
      targets.some((target) => target.table !== table || looksUp),
  )
}

function hidesRows(collection: LockCollection, { roles }: Lock): boolean {
  const rule = readRule(collection.access.read, roles)
  const mayHide = collection.drafts || isLocalized(collection)
  return mayHide || [ANONYMOUS, ...Object.keys(roles)].some((role) => Array.isArray(reachOf(rule, role)))
}
