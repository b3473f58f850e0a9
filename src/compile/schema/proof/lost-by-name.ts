import { columnOf, joinOf } from '../steps/facts.ts'
import { type ByKind, type Operation, visit } from '../steps/operation.ts'
import { rowsLostByLimit } from './limited-rows.ts'
import type { Stage } from './proof.ts'
import type { Row, Value } from './snapshot.ts'
import type { State } from './state.ts'

/** Losses of sample rows that an operation declares. */
export interface LostByName {
  /** Name of the migration: `0007_drop_posts_legacy.sql`. */
  readonly migration: string
  readonly operation: Operation
  /** Name of the table before the migration. */
  readonly table: string
  /** The field or column; `null` for whole rows. */
  readonly field: string | null
  /** Number of sample rows that lost something. */
  readonly rows: number
}

/**
 * Returns the losses that the operations of one migration caused in its sample rows, without operations that lost
 * nothing.
 */
export function lostByName(stage: Stage): readonly LostByName[] {
  return stage.file.steps.flatMap(({ operation }) => {
    if (!operation) return []
    const found = visit(operation, LOSSES)(stage)
    return found
      .filter(({ rows }) => rows > 0)
      .map(({ table, field, rows }) => ({ migration: stage.file.name, operation, table, field, rows }))
  })
}

type Found = Pick<LostByName, 'table' | 'field' | 'rows'>

const nothing = () => () => []

const LOSSES: ByKind<(stage: Stage) => readonly Found[]> = {
  'create-collection': nothing,
  'rename-collection': nothing,
  'drop-collection':
    ({ collection }) =>
    ({ before }) => [{ table: collection, field: null, rows: rowsOf(before, collection).length }],
  'add-field': nothing,
  'rename-field': nothing,
  'change-field':
    ({ collection, field, lossy }) =>
    (stage) =>
      lossy === null ? [] : [emptied(stage, collection, field)],
  'change-choices':
    ({ collection, field }) =>
    (stage) => [emptied(stage, collection, field)],
  'describe-field': nothing,
  'drop-field':
    ({ collection, field }) =>
    (stage) => {
      const table = formerName(stage, collection)
      return [{ table, field, rows: filled(stage.before, table, field.split(/[.[]/, 1)[0] ?? field).size }]
    },
  'limit-collection':
    (operation) =>
    ({ before, after, link: { lineage } }) => {
      const lost = rowsLostByLimit(before, after, lineage, operation)
      return [...lost].map(([table, rows]) => ({ table, field: null, rows }))
    },
  'create-table': nothing,
  'drop-table':
    ({ table }) =>
    ({ before }) => [{ table, field: null, rows: rowsOf(before, table).length }],
  'add-column': nothing,
  'drop-column':
    ({ table, column }) =>
    ({ before }) => [{ table, field: column, rows: withValue(rowsOf(before, table), column) }],
  'rebuild-table':
    ({ table, dropped, lossy }) =>
    ({ before, after }) => [
      ...Object.keys(dropped).map((column) => ({
        table,
        field: column,
        rows: withValue(rowsOf(before, table), column),
      })),
      ...Object.keys(lossy).map((column) => ({
        table,
        field: column,
        rows: withValue(rowsOf(before, table), column) - withValue(rowsOf(after, table), column),
      })),
    ],
  'create-index': nothing,
  'drop-index': nothing,
  'free-names': nothing,
  'rewrite-values': nothing,
  'carry-names': nothing,
  'set-aside': nothing,
  derive: nothing,
  'defer-foreign-keys': nothing,
  'by-hand': nothing,
}

/** Returns the rows in which a field has a value before the migration, and none after it. */
function emptied(stage: Stage, collection: string, field: string): Found {
  const table = formerName(stage, collection)
  const from = [...(stage.link.lineage.fields.get(table) ?? [])].find(([, to]) => to === field)?.[0] ?? field
  const after = filled(stage.after, collection, field)
  const lost = [...filled(stage.before, table, from)].filter(([id, count]) => (after.get(id) ?? 0) < count)
  return { table, field: from, rows: lost.length }
}

/** Returns a collection's name before the migration. */
function formerName({ link }: Stage, collection: string): string {
  if (link.before.has(collection) && link.lineage.collections.get(collection) === collection) return collection
  return [...link.lineage.collections].find(([, to]) => to === collection)?.[0] ?? collection
}

/** Returns the number of values of a field in each row that has any, by id. */
function filled(state: State, table: string, field: string): ReadonlyMap<Value | undefined, number> {
  const facts = state.facts.get(table)?.get(field)
  if (!facts) return new Map()
  const join = joinOf(table, field, facts)
  if (join !== null) {
    const items = Map.groupBy(rowsOf(state, join), (row) => row.owner_id)
    return new Map([...items].map(([owner, rows]) => [owner, rows.length]))
  }
  const column = columnOf(field, facts) ?? ''
  const rows = rowsOf(state, table).filter((row) => (row[column] ?? null) !== null)
  return new Map(rows.map((row) => [row.id, 1]))
}

function withValue(rows: readonly Row[], column: string): number {
  return rows.filter((row) => (row[column] ?? null) !== null).length
}

function rowsOf({ rows }: State, table: string): readonly Row[] {
  return rows.get(table) ?? []
}
