import type { Finding } from '../../diagnostics/diagnostic.ts'
import { MIGRATIONS_FOLDER } from '../files/history.ts'
import { isWrittenByHand } from '../files/migration-file.ts'
import { lineOfStatement } from '../files/row-statements.ts'
import { statementsOf } from '../files/run-statements.ts'
import { columnName } from '../model/names.ts'
import { replacesRows } from '../sql/fills-only-empty.ts'
import { mentions } from '../sql/identifiers.ts'
import { headingOf, type Step, sourceOfStep } from '../steps/step.ts'
import type { ProofFailure } from './proof.ts'

/** Returns the step of a migration that caused a failure, as far as it can be determined. */
export function blamedStep({ migration, table, field, statement }: ProofFailure): Step | null {
  const { steps } = migration
  if (statement !== null) return steps.find((step) => step.statements.includes(statement)) ?? null
  const touches = (step: Step, name: string) => step.statements.some((sql) => mentions(sql, new Set([name])))
  const suspects = table === null ? [] : steps.filter((step) => touches(step, table))
  const named = field === null ? undefined : suspects.find((step) => touches(step, columnName(field)))
  const writes = (step: Step) => step.statements.some((sql) => /^(?:DELETE|UPDATE|INSERT|DROP TABLE)/.test(sql))
  return named ?? suspects.find(writes) ?? suspects[0] ?? null
}

/**
 * Describes a failure: `0003_x.sql, step "add field posts.rating": rows of posts lose their value of title (sample rows
 * posts-1-1)`.
 */
export function describeFailure(failure: ProofFailure): string {
  const step = blamedStep(failure)
  const place = [failure.migration.name, ...(step?.operation ? [`step "${headingOf(step)}"`] : [])].join(', ')
  const rows =
    failure.ids.length === 0
      ? ''
      : ` (sample rows ${failure.ids.slice(0, SHOWN).join(', ')}${failure.ids.length > SHOWN ? ', …' : ''})`
  return `${place}: ${failure.message}${rows}`
}

const SHOWN = 5

/** Creates a finding at the declaration that the step's comment names, otherwise at the step in its file. */
export function proofFinding(failure: ProofFailure, isWritten: boolean): Finding {
  const step = blamedStep(failure)
  const [, file, line] = /^(.+):(\d+)$/.exec((step && sourceOfStep(step)) ?? '') ?? []
  const position = isWritten
    ? { file: `${MIGRATIONS_FOLDER}/${failure.migration.name}`, line: lineOf(failure, step), column: 1 }
    : null
  return {
    code: 'migration-loses-rows',
    message: describeFailure(failure),
    hint: isWritten
      ? 'write a migration that keeps these values before it reaches a database with content'
      : 'nothing was written: the change would lose values that it does not declare as lost',
    at: file === undefined ? position : { file, line: Number(line), column: 1 },
  }
}

/**
 * Returns the line of a failure in its file, from 1: the rejected statement or, for a handwritten migration, the
 * statement that may have caused it; otherwise the first one of the step.
 */
export function lineOf(failure: ProofFailure, step: Step | null): number {
  const { migration, statement } = failure
  const suspect = isWrittenByHand(migration) ? suspectOf(failure) : step?.statements[0]
  const found = statement ?? suspect
  return (found === undefined ? null : lineOfStatement(migration, found)) ?? 1
}

/** Returns the last writing statement that names the table or its source, or that replaces rows. */
function suspectOf({ migration, table }: ProofFailure): string | undefined {
  const writing = statementsOf(migration).filter((sql) => !/^\s*(?:SELECT|PRAGMA)\b/i.test(sql))
  const names = new Set(table === null ? [] : [table, table.replace(/_fts$/, '')])
  return writing.findLast((sql) => mentions(sql, names)) ?? writing.findLast(replacesRows) ?? writing.at(-1)
}
