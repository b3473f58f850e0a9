import type { ProofFailure } from '../../compile/schema/proof/prove-chain.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { fieldTypesOf } from '../field-types.ts'
import type { Output } from '../output.ts'

export const migrateVerify = defineCommand({
  name: 'migrate verify',
  summary: 'Try every migration on sample rows, in Node and on D1, and say what it would lose',
  options: {},
  async run(invocation) {
    const { root, json, output } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { config, manifest } = outcome.compilation
    const { readHistory } = await import('../../compile/schema/history.ts')
    const { proveHistory } = await import('../../compile/schema/proof/prove-history.ts')
    const { replayProof } = await import('../../compile/schema/proof/replay-proof.ts')
    const { withEmptyDatabase } = await import('../verify/with-empty-database.ts')
    const { files } = readHistory(root)
    const proof = proveHistory({ files, collections: manifest.collections, types: fieldTypesOf(config) })
    const failures =
      proof.failures.length > 0 ? proof.failures : await withEmptyDatabase((run) => replayProof(proof, run))
    const rows = proof.stages.reduce((sum, { inserted }) => sum + inserted.length, 0)
    if (json)
      output.printJson({
        ok: failures.length === 0,
        migrations: files.length,
        rows,
        failures: await summaries(failures),
      })
    else await print(failures, `What no migration names stays: ${files.length} tried, on ${rows} sample rows.`, output)
    return failures.length === 0 ? exitCodes.done : exitCodes.error
  },
})

async function summaries(failures: readonly ProofFailure[]) {
  const { blamedStep, lineOf } = await import('../../compile/schema/proof/blame.ts')
  const { headingOf, sourceOfStep } = await import('../../compile/schema/step.ts')
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

async function print(failures: readonly ProofFailure[], done: string, output: Output): Promise<void> {
  const { blamedStep, failureInWords, lineOf } = await import('../../compile/schema/proof/blame.ts')
  const { sourceOfStep } = await import('../../compile/schema/step.ts')
  if (failures.length === 0) output.print(`${output.style('green', '✓')} ${done}`)
  for (const failure of failures) {
    const step = blamedStep(failure)
    const at = step && sourceOfStep(step)
    const source = at ? `, from ${at}` : ''
    output.note(`${output.noteStyle('red', 'error')} ${failureInWords(failure)}`)
    output.note(`  migrations/${failure.migration.name}:${lineOf(failure, step)}${source}`)
    if (failure.statement !== null) output.note(`  the statement is: ${failure.statement}`)
  }
}
