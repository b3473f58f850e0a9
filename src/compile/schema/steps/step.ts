import { classOfSql } from './class-of-sql.ts'
import { classOf, type StepClass } from './classify.ts'
import { notesOf } from './notes.ts'
import type { Operation } from './operation.ts'
import { titleOf } from './title.ts'

export type { StepClass } from './classify.ts'

/** A step of a migration: an operation, and the SQL that executes it. */
export interface Step {
  /** The operation; `null` for SQL without one. */
  readonly operation: Operation | null
  /** The statements; empty if only validators change, or another step does the work. */
  readonly statements: readonly string[]
  /** Additional comments for people, one per line; only printed. */
  readonly remarks: readonly string[]
}

export function makeStep(
  operation: Operation,
  statements: readonly string[] = [],
  remarks: readonly string[] = [],
): Step & { readonly operation: Operation } {
  return { operation, statements, remarks }
}

/** Returns the heading of a step; empty if it has none. */
export function headingOf({ operation }: Step): string {
  return operation ? titleOf(operation) : ''
}

export function notesOfStep({ operation, remarks }: Step): readonly string[] {
  return [...(operation ? notesOf(operation) : []), ...remarks]
}

/**
 * Returns the class of a step: that of its operation; for handwritten SQL, and without an operation, that of the SQL.
 */
export function classOfStep({ operation, statements }: Step): StepClass {
  return operation && operation.kind !== 'by-hand' ? classOf(operation) : classOfSql(statements)
}

/** Returns the position of the declaration that causes a step, `collections/posts.ts:14`; `null` without one. */
export function sourceOfStep({ operation }: Step): string | null {
  return operation?.at ?? null
}
