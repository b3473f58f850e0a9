import type { Proven } from '../../compile/review/proven.ts'
import type { ProofFailure } from '../../compile/schema/proof/proof.ts'
import type { AddedProof, AddedSource, ProofFigures } from '../../compile/schema/proof/prove-added.ts'
import type { Output } from '../output.ts'

/** Effects of the newest migrations on sample rows, in Node's SQLite and on D1's engine. */
export interface EngineProof {
  readonly failures: readonly ProofFailure[]
  readonly figures: ProofFigures
}

/**
 * Tries migrations on sample rows in the tables that they change: in Node and, if nothing fails there, on D1's engine.
 * @param onStarted called when the engine has started, in its own process; never called if the engine is not needed
 * @throws Failure if workerd does not run on this machine
 */
export async function proveOnEngine(source: AddedSource, onStarted?: () => void): Promise<EngineProof> {
  const { proveAdded } = await import('../../compile/schema/proof/prove-added.ts')
  const proof = proveAdded(source)
  const failures = proof.failures.length > 0 ? proof.failures : await rerun(proof, onStarted)
  return { failures, figures: proof.figures }
}

async function rerun({ reruns }: AddedProof, onStarted?: () => void): Promise<readonly ProofFailure[]> {
  const { runOnEngine } = await import('./run-on-engine.ts')
  const outcomes = await runOnEngine(
    reruns.map(({ transactions }) => transactions),
    onStarted,
  )
  return reruns.flatMap(({ judge }, index) => judge(outcomes[index] ?? []))
}

/**
 * Returns a proof in the form that a review contains: `posts.legacy` with the number of sample rows that lost the
 * field's value.
 */
export function provenOf({ figures, failures }: EngineProof): Proven {
  const lost = figures.lost.map(({ table, field, rows }) => ({
    what: field === null ? `rows of ${table}` : `${table}.${field}`,
    count: rows,
  }))
  const sentences = failures.map(({ migration, message }) => `${migration.name}: ${message}`)
  const unproven = figures.unproven.map(({ table, reason }) => ({ table, reason }))
  return { engine: 'D1', rows: figures.rows, tables: figures.tables, lost, unproven, failures: sentences }
}

/** Returns the failures in the form of `--json`. */
export async function failureSummaries(failures: readonly ProofFailure[]) {
  const { blamedStep, lineOf } = await import('../../compile/schema/proof/blame.ts')
  const { headingOf, sourceOfStep } = await import('../../compile/schema/steps/step.ts')
  return failures.map((failure) => {
    const step = blamedStep(failure)
    return {
      migration: failure.migration.name,
      line: lineOf(failure, step),
      step: (step && headingOf(step)) || null,
      source: step && sourceOfStep(step),
      message: failure.message,
      table: failure.table,
      ids: failure.ids,
      statement: failure.statement,
    }
  })
}

export async function printFailures(failures: readonly ProofFailure[], output: Output): Promise<void> {
  const { blamedStep, describeFailure, lineOf } = await import('../../compile/schema/proof/blame.ts')
  const { sourceOfStep } = await import('../../compile/schema/steps/step.ts')
  for (const failure of failures) {
    const step = blamedStep(failure)
    const at = step && sourceOfStep(step)
    output.note(`${output.noteStyle('red', 'error')} ${describeFailure(failure)}`)
    output.note(`  migrations/${failure.migration.name}:${lineOf(failure, step)}${at ? `, from ${at}` : ''}`)
    if (failure.statement !== null) output.note(`  the statement is: ${failure.statement}`)
  }
}
