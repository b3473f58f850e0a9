import { classOfSql } from './class-of-sql.ts'
import { classOf, type StepClass } from './classify.ts'
import { notesOf } from './notes.ts'
import type { Operation } from './operation.ts'
import { titleOf } from './title.ts'

export type { StepClass } from './classify.ts'

/** A step of a migration: an operation, and the SQL that carries it out. */
export interface Step {
  /** `null` for SQL that stands below no operation. */
  readonly operation: Operation | null
  /** Empty where only validators change, or where another step does the work. */
  readonly statements: readonly string[]
  /** Words for people beside those of the operation, a line each; only printed. */
  readonly remarks: readonly string[]
}

export function makeStep(
  operation: Operation,
  statements: readonly string[] = [],
  remarks: readonly string[] = [],
): Step & { readonly operation: Operation } {
  return { operation, statements, remarks }
}

/** The heading of a step; empty where it has none. */
export function headingOf({ operation }: Step): string {
  return operation ? titleOf(operation) : ''
}

export function notesOfStep({ operation, remarks }: Step): readonly string[] {
  return [...(operation ? notesOf(operation) : []), ...remarks]
}

/** The class of a step: of its operation, and of its SQL where that is all there is. */
export function classOfStep({ operation, statements }: Step): StepClass {
  return operation && operation.kind !== 'by-hand' ? classOf(operation) : classOfSql(statements)
}

/** The declaration that asked for a step, `collections/posts.ts:14`; `null` where none did. */
export function sourceOfStep({ operation }: Step): string | null {
  return operation?.at ?? null
}
