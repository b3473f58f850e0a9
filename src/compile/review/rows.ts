import { counted } from '../../ground/counted.ts'
import type { Check, Preflight } from '../preflight/preflight.ts'
import { type Operation, printOperation } from '../schema/steps/operation.ts'
import type { DatabaseChange } from './change.ts'

/** Rows of a database that a change affects. */
export interface RowsMet {
  /** Description in one sentence without a full stop: `drops 69 values of posts.legacy, of 127 rows`. */
  readonly words: string
  /** True if the migration fails because of them. */
  readonly fails: boolean
  /** Ids of some of them. */
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
}

/** Makes the counts of a preflight available by step and by field. */
export function countedRows(environment: string, { migrations, rules }: Preflight): CountedRows {
  return {
    environment,
    ofStep: ({ migration, operation }) =>
      migrations
        .filter(({ name }) => migration.endsWith(`/${name}`))
        .flatMap(({ checks, effects }) => [
          ...effects.filter((effect) => isSame(effect.operation, operation)).map(metByEffect),
          ...checks.filter((check) => check.rows > 0 && isSame(check.operation, operation)).map(metByCheck),
        ]),
    ofSubject: (subject) =>
      rules
        .filter((rule) => rule.subject === subject)
        .map((rule) => ({ words: inWords(rule), fails: false, sample: rule.sample })),
  }
}

function isSame(a: Operation | null, b: Operation | null): boolean {
  return a !== null && b !== null && printOperation(a) === printOperation(b)
}

function metByEffect({ message }: { readonly message: string }): RowsMet {
  return { words: message, fails: false, sample: [] }
}

/**
 * Describes the rows of a check. Acknowledged losses of a conversion are expected; anything else stops the migration.
 */
function metByCheck(check: Check): RowsMet {
  return { words: inWords(check), fails: check.kind !== 'conversion', sample: check.sample }
}

function inWords({ rows, message }: Check): string {
  return `${counted(rows, 'row')}: ${message}`
}
