import type { Finding } from '../../diagnostics/diagnostic.ts'
import { MIGRATIONS_FOLDER } from '../history.ts'
import { mentions } from '../identifiers.ts'
import { columnName } from '../names.ts'
import { headingOf, type Step, sourceOfStep } from '../step.ts'
import type { ProofFailure } from './prove-chain.ts'

/** The step of a migration that a failure comes from, as far as it can be told. */
export function blamedStep({ migration, table, field, statement }: ProofFailure): Step | null {
  const { steps } = migration
  if (statement !== null) return steps.find((step) => step.statements.includes(statement)) ?? null
  const touches = (step: Step, name: string) => step.statements.some((sql) => mentions(sql, new Set([name])))
  const suspects = table === null ? [] : steps.filter((step) => touches(step, table))
  const named = field === null ? undefined : suspects.find((step) => touches(step, columnName(field)))
  const writes = (step: Step) => step.statements.some((sql) => /^(?:DELETE|UPDATE|INSERT|DROP TABLE)/.test(sql))
  return named ?? suspects.find(writes) ?? suspects[0] ?? null
}

/** `0003_x.sql, step "add field posts.rating": rows of posts lose their value of title (sample rows posts-1-1)`. */
export function failureInWords(failure: ProofFailure): string {
  const step = blamedStep(failure)
  const place = [failure.migration.name, ...(step?.operation ? [`step "${headingOf(step)}"`] : [])].join(', ')
  const rows =
    failure.ids.length === 0
      ? ''
      : ` (sample rows ${failure.ids.slice(0, SHOWN).join(', ')}${failure.ids.length > SHOWN ? ', …' : ''})`
  return `${place}: ${failure.message}${rows}`
}

const SHOWN = 5

/** A finding at what the step's comment names, or else at the step in its file. */
export function proofFinding(failure: ProofFailure, isWritten: boolean): Finding {
  const step = blamedStep(failure)
  const [, file, line] = /^(.+):(\d+)$/.exec((step && sourceOfStep(step)) ?? '') ?? []
  const own = isWritten
    ? { file: `${MIGRATIONS_FOLDER}/${failure.migration.name}`, line: lineOf(failure, step), column: 1 }
    : null
  return {
    code: 'migration-loses-rows',
    message: failureInWords(failure),
    hint: isWritten
      ? 'write what it should keep into a migration of its own before it reaches a database with content'
      : 'nothing was written: the change cannot be made without losing what it does not name',
    at: file === undefined ? own : { file, line: Number(line), column: 1 },
  }
}

/** Where the step begins in its file, from 1. */
export function lineOf({ migration }: ProofFailure, step: Step | null): number {
  const lines = migration.text.split('\n')
  const statement = step?.statements[0]?.split('\n', 1)[0]
  const found = statement === undefined ? 0 : lines.findIndex((line) => line.startsWith(statement))
  return Math.max(found, 0) + 1
}
