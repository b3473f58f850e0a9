import { counted } from '../../ground/counted.ts'
import type { Check, Effect, Preflight } from '../preflight/preflight.ts'
import { columnName } from '../schema/model/names.ts'
import { fieldOfOperation } from '../schema/steps/field-path.ts'
import { type Operation, printOperation } from '../schema/steps/operation.ts'
import type { DatabaseChange } from './change.ts'
import { listed } from './fold-access.ts'

/** Rows of a database that a change affects. */
export interface RowsMet {
  /** Description in one sentence without a full stop: `drops 69 values of posts.legacy, of 127 rows`. */
  readonly words: string
  /** True if the migration fails because of the rows. */
  readonly fails: boolean
  /** Number of the rows. */
  readonly count: number
  /** Ids of some of the rows. */
  readonly sample: readonly (string | number)[]
}

/** Rows as they were counted in one database. */
export interface CountedRows {
  /** Name of the environment: `production`. */
  readonly environment: string
  /** Returns the rows that a step of a migration affects. */
  readonly ofStep: (step: DatabaseChange) => readonly RowsMet[]
  /** Returns the rows that the validators will reject, by subject: `posts.kind`. */
  readonly ofSubject: (subject: string) => readonly RowsMet[]
  /** Returns the documents of a collection, by status. */
  readonly ofCollection: (name: string) => readonly RowsMet[]
}

/** Number of documents by collection and status. */
export type DocumentCounts = ReadonlyMap<string, Readonly<Record<string, number>>>

/** Adds the numbers of documents to counted rows. */
export function withDocuments(rows: CountedRows, documents: DocumentCounts): CountedRows {
  return {
    ...rows,
    ofCollection: (name) => {
      const byStatus = Object.entries(documents.get(name) ?? {})
      const count = byStatus.reduce((sum, [, number]) => sum + number, 0)
      const statuses = listed(byStatus.map(([status, number]) => `${number} ${status}`))
      return count === 0
        ? []
        : [{ words: `affects documents of ${name}: ${statuses}`, fails: false, count, sample: [] }]
    },
  }
}

/** Makes the counts of a preflight available by step and by field. */
export function countedRows(environment: string, { migrations, rules }: Preflight): CountedRows {
  return {
    environment,
    ofStep: (step) =>
      migrations
        .filter(({ name }) => step.migration.endsWith(`/${name}`))
        .flatMap(({ checks, effects }) => [
          ...effects.filter((effect) => isOfStep(effect, step)).map(metByEffect),
          ...checks.filter((check) => check.rows > 0 && isSame(check.operation, step.operation)).map(metByCheck),
        ]),
    ofSubject: (subject) =>
      rules
        .filter((rule) => rule.subject === fieldOfOperation(subject))
        .map((rule) => ({
          words: `${inWords(rule)}; ${UNTIL_CORRECTED}`,
          fails: false,
          count: rule.rows,
          sample: rule.sample,
        })),
    ofCollection: () => [],
  }
}

/**
 * Tells whether an effect is that of a step: of its operation, or of its handwritten statement. A separate step
 * rewrites renamed choices.
 */
function isOfStep({ operation, statement, column }: Effect, step: DatabaseChange): boolean {
  if (step.operation?.kind === 'change-choices' && operation?.kind === 'rewrite-values')
    return operation.table === step.operation.collection && column === columnName(step.operation.field)
  return statement === null ? isSame(operation, step.operation) : step.sql.includes(statement)
}

function isSame(a: Operation | null, b: Operation | null): boolean {
  return a !== null && b !== null && printOperation(a) === printOperation(b)
}

/** Fate of documents whose values a validator no longer accepts. */
const UNTIL_CORRECTED = 'they stay as they are, and cannot be saved again until the value is corrected'

function metByEffect({ message, rows, sample }: Effect): RowsMet {
  return { words: message, fails: false, count: rows, sample }
}

/**
 * Describes the rows of a check. Acknowledged losses of a conversion are expected; anything else stops the migration.
 */
function metByCheck(check: Check): RowsMet {
  return { words: inWords(check), fails: check.kind !== 'conversion', count: check.rows, sample: check.sample }
}

function inWords({ rows, message }: Check): string {
  return `${counted(rows, 'row')}: ${message}`
}
