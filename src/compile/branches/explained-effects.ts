import { literal } from '../../ground/sql.ts'
import { columnName } from '../schema/model/names.ts'
import { carryStatements } from '../schema/plan/carry-names.ts'
import type { Operation, OperationOf } from '../schema/steps/operation.ts'
import type { Step } from '../schema/steps/step.ts'
import type { SqlEffect } from './verdict.ts'

/**
 * Tells whether an effect of a migration's SQL follows from its operations: the loss of data that they drop, or the new
 * name of a collection in other tables. Used for migrations that were not planned again. No other effect that gives
 * access follows from operations.
 * @param carried columns that contain names of collections, as `table.column`
 */
export function isExplained(effect: SqlEffect, steps: readonly Step[], carried: ReadonlySet<string>): boolean {
  const operations = steps.flatMap(({ operation }) => operation ?? [])
  return steps.some(
    ({ operation, statements }) =>
      operation !== null &&
      statements.includes(effect.statement) &&
      (operation.kind === 'carry-names'
        ? carries(operation, effect, operations, carried)
        : effect.class === 'destructive' && names(operation, effect)),
  )
}

function names(operation: Operation, effect: SqlEffect): boolean {
  const { kind, table, columns, statement } = effect
  switch (operation.kind) {
    case 'drop-collection':
      return isOf(operation.collection, table) || isRemovedCopy(operation.collection, statement)
    case 'drop-field': {
      const isColumn = columns.length === 1 && columns[0] === columnName(operation.field)
      const isJoin = table === `${operation.collection}__${operation.field}`
      return (kind === 'discards' && table === operation.collection && isColumn) || isJoin
    }
    case 'drop-table':
      return table === operation.table
    case 'drop-column':
      return table === operation.table && columns.length === 1 && columns[0] === operation.column
    default:
      return false
  }
}

function isOf(collection: string, table: string | null): boolean {
  return table === collection || table?.startsWith(`${collection}__`) === true
}

function isRemovedCopy(collection: string, statement: string): boolean {
  const [, value] = /^DELETE FROM "content(?:_\w+)?" WHERE "collection_id" = ('(?:[^']|'')+')$/.exec(statement) ?? []
  return value === literal(collection)
}

/** Tells whether an effect only replaces the names of renamed collections, in columns that contain such names. */
function carries(
  operation: OperationOf<'carry-names'>,
  { statement }: SqlEffect,
  all: readonly Operation[],
  carried: ReadonlySet<string>,
): boolean {
  const areRenamed = Object.entries(operation.renamed).every(([from, to]) =>
    all.some((other) => other.kind === 'rename-collection' && other.from === from && other.to === to),
  )
  const areCarried = operation.columns.every((column) => carried.has(column))
  return areRenamed && areCarried && carryStatements(operation).includes(statement)
}
