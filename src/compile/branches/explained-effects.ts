import { literal } from '../../ground/sql.ts'
import type { DatabaseChange } from '../review/change.ts'
import { columnName } from '../schema/model/names.ts'
import { carryStatements } from '../schema/plan/carry-names.ts'
import type { Operation } from '../schema/steps/operation.ts'
import type { SqlEffect } from './verdict.ts'

/**
 * Tells whether the operations of a migration, which was not planned again, name an effect of its SQL: the loss of what
 * they drop, or the name of a renamed collection in other tables. Nothing that gives access is explained.
 */
export function isExplained(effect: SqlEffect, steps: readonly DatabaseChange[]): boolean {
  if (effect.class !== 'destructive') return false
  const operations = steps.flatMap(({ operation }) => operation ?? [])
  return steps.some(
    ({ operation, sql }) =>
      operation !== null && sql.includes(effect.statement) && names(operation, effect, operations),
  )
}

function names(operation: Operation, effect: SqlEffect, all: readonly Operation[]): boolean {
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
    case 'carry-names':
      return areRenamed(operation.renamed, all) && carryStatements(operation).includes(statement)
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

function areRenamed(renamed: Readonly<Record<string, string>>, all: readonly Operation[]): boolean {
  return Object.entries(renamed).every(([from, to]) =>
    all.some((other) => other.kind === 'rename-collection' && other.from === from && other.to === to),
  )
}
