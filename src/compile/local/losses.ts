import { quote } from '../../ground/sql.ts'
import type { Schema } from '../../manifest/index.ts'
import { type Planned, predict } from '../preflight/predict.ts'
import type { Tally } from '../preflight/row-query.ts'
import { isWrittenByHand, type MigrationFile } from '../schema/files/migration-file.ts'
import { readStatement } from '../schema/sql/read-statement.ts'
import type { Operation } from '../schema/steps/operation.ts'
import { classOfStep } from '../schema/steps/step.ts'

/** Values in a table that a change deletes. */
export interface Loss {
  /** Name of the table before the change. */
  readonly table: string
  /** The field or column whose values are deleted; `null` for whole rows. */
  readonly field: string | null
  /** SQL that counts the lost values before the change: one row, `{ lost }`. */
  readonly sql: string
}

/** Kinds of tallies that count lost or changed values. */
const LOSING: ReadonlySet<Tally['kind']> = new Set(['drops', 'converts'])

/** Finds what planned steps delete from a database: what `cms migrate plan` counts. */
export function findLosses(live: Schema, planned: readonly Planned[]): readonly Loss[] {
  return predict(live, planned).migrations.flatMap(({ tallies, questions }) => [
    ...tallies
      // Values that a change of type loses are counted as conversions.
      .filter(({ kind, step }) => LOSING.has(kind) && step.operation?.kind !== 'change-field')
      .map(({ origin, column, step, sql }) => ({
        table: origin,
        field: column === null ? null : (fieldOf(step.operation) ?? column),
        sql: `SELECT total AS lost FROM (${sql})`,
      })),
    ...questions
      .filter(({ kind }) => kind === 'conversion')
      .map(({ origin, step, sql }) => ({
        table: origin,
        field: fieldOf(step?.operation ?? null),
        sql: `SELECT coalesce(max(total), 0) AS lost FROM (${sql})`,
      })),
  ])
}

/** Returns the losses that a handwritten migration may cause: in tables that its destructive steps write to or drop. */
export function findLossesByHand(file: MigrationFile): readonly Loss[] {
  if (!isWrittenByHand(file)) return []
  return file.steps
    .filter((step) => classOfStep(step) === 'destructive')
    .flatMap((step) => step.statements.map(readStatement))
    .flatMap((statement) =>
      statement.kind === 'delete' || statement.kind === 'update' || statement.kind === 'drop-table'
        ? [allRows(statement.table)]
        : [],
    )
}

function fieldOf(operation: Operation | null): string | null {
  return operation !== null && 'field' in operation ? operation.field : null
}

function allRows(table: string): Loss {
  return { table, field: null, sql: `SELECT count(*) AS lost FROM ${quote(table)}` }
}
