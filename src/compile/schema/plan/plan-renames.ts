import { quote } from '../../../ground/sql.ts'
import type { CollectionChanges, KeptCollection } from '../compare/diff-collections.ts'
import type { TableChanges } from '../compare/match-tables.ts'
import type { CollectionColumn } from '../model/collection-columns.ts'
import { type Move, orderMoves } from '../sql/identifiers.ts'
import { joinOf } from '../steps/facts.ts'
import { makeStep, type Step } from '../steps/step.ts'
import { carryStatements } from './carry-names.ts'

/** Plans renames of collections, columns and join tables. */
export function planRenames(
  changes: CollectionChanges,
  tables: TableChanges,
  columns: readonly CollectionColumn[],
): Step[] {
  const moves = orderTables(changes, tables)
  const stops = moves.filter((move) => move.to !== move.final)
  const renamed = changes.kept.filter(({ from, collection }) => from !== collection.name)
  const order = moves.filter((move) => move.to === move.final).map((move) => move.final)
  return [
    ...freeNames(stops, tables),
    ...renamed
      .sort((a, b) => order.indexOf(a.collection.table) - order.indexOf(b.collection.table))
      .map((kept) => renameCollection(kept, moves)),
    ...(renamed.length > 0 ? carryNames(renamed, columns) : []),
    ...changes.kept.flatMap((kept) => renameFields(kept, tables, moves)),
  ]
}

/**
 * Orders renames so that each new name is unused when it is taken. Join tables move with their fields, through a
 * temporary name if necessary.
 */
function orderTables({ kept }: CollectionChanges, { renamed }: TableChanges): (Move & { readonly final: string })[] {
  const mainTables = new Set(kept.map(({ collection }) => collection.table))
  const lists = [...renamed].filter(([to]) => !mainTables.has(to))
  return [
    ...orderMoves(new Map([...renamed].filter(([to]) => mainTables.has(to)))),
    ...lists.flatMap(([to, from]) => {
      const stop = `${to}__moving`
      if (!renamed.has(from)) return [{ from, to, final: to }]
      return [
        { from, to: stop, final: to },
        { from: stop, to, final: to },
      ]
    }),
  ]
}

function freeNames(stops: readonly Move[], { parked }: TableChanges): Step[] {
  const waiting = parked.flatMap(({ table, to }) => [
    ...table.indexes.map((index) => `DROP INDEX ${quote(index.name)}`),
    moveTable({ from: table.name, to }),
  ])
  const statements = [...waiting, ...stops.map(moveTable)]
  const names = [...parked.map(({ table }) => table.name), ...stops.map(({ from }) => from)]
  return statements.length > 0 ? [makeStep({ kind: 'free-names', names }, statements)] : []
}

function renameCollection(kept: KeptCollection, moves: readonly (Move & { readonly final: string })[]): Step {
  const { from, collection, fields } = kept
  const joins = fields.filter((field) => field.from === field.field.name).flatMap(({ field }) => field.join ?? [])
  const renames = moves.filter((move) => move.to === move.final && [collection.table, ...joins].includes(move.final))
  return makeStep(
    { kind: 'rename-collection', from, to: collection.name, at: collection.source },
    renames.map(moveTable),
  )
}

/** Plans updates of every column with names of collections. */
function carryNames(renamed: readonly KeptCollection[], columns: readonly CollectionColumn[]): Step[] {
  const operation = {
    kind: 'carry-names' as const,
    renamed: Object.fromEntries(renamed.map(({ from, collection }) => [from, collection.name])),
    columns: columns.map(({ table, column }) => `${table}.${column}`),
  }
  const statements = carryStatements(operation)
  return statements.length === 0 ? [] : [makeStep(operation, statements)]
}

function renameFields(
  { from, collection, fields }: KeptCollection,
  tables: TableChanges,
  tableMoves: readonly (Move & { readonly final: string })[],
): Step[] {
  const change = tables.kept.find(({ after }) => after.name === collection.table)
  const moves = orderMoves(change?.renamed ?? new Map())
  const parked = [...(change?.parked ?? [])].map(([from, to]) => ({ from, to }))
  const stops = [...parked, ...moves.filter((move) => move.to !== move.final)]
  const renamed = fields.filter((kept) => kept.from !== kept.field.name)
  const order = moves.filter((move) => move.to === move.final).map((move) => move.final)
  const table = collection.table
  const steps = renamed
    .sort((a, b) => order.indexOf(a.field.column ?? '') - order.indexOf(b.field.column ?? ''))
    .map((kept) => {
      const { field, before } = kept
      const join = joinOf(from, kept.from, before)
      const renames =
        join === null
          ? moves
              .filter((move) => move.to === move.final && move.final === field.column)
              .map((move) => moveColumn(table, move))
          : tableMoves.filter((move) => move.to === move.final && move.final === field.join).map(moveTable)
      return makeStep(
        { kind: 'rename-field', collection: collection.name, from: kept.from, to: field.name, at: field.source },
        renames,
      )
    })
  if (stops.length === 0) return steps
  const freed = makeStep(
    { kind: 'free-names', names: stops.map((move) => `${table}.${move.from}`) },
    stops.map((move) => moveColumn(table, move)),
  )
  return [freed, ...steps]
}

function moveTable({ from, to }: Move): string {
  return `ALTER TABLE ${quote(from)} RENAME TO ${quote(to)}`
}

function moveColumn(table: string, { from, to }: Move): string {
  return `ALTER TABLE ${quote(table)} RENAME COLUMN ${quote(from)} TO ${quote(to)}`
}
