import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { fieldTypesOf } from '../field-types.ts'
import { failureSummaries, printFailures } from '../verify/prove-on-engine.ts'

export const migrateVerify = defineCommand({
  name: 'migrate verify',
  summary: "Run every migration on sample rows, in Node and on D1's engine, and report losses",
  options: {},
  async run(invocation) {
    const { root, json, output } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { config, manifest } = outcome.compilation
    const { readHistory } = await import('../../compile/schema/files/history.ts')
    const { proveHistory } = await import('../../compile/schema/proof/prove-history.ts')
    const { replayProof } = await import('../../compile/schema/proof/replay-proof.ts')
    const { runOnEngine } = await import('../verify/run-on-engine.ts')
    const { files } = readHistory(root)
    const proof = proveHistory({ files, collections: manifest.collections, types: fieldTypesOf(config) })
    const failures =
      proof.failures.length > 0
        ? proof.failures
        : await replayProof(proof, async (transactions) => (await runOnEngine([transactions]))[0] ?? [])
    const rows = proof.stages.reduce((sum, { inserted }) => sum + inserted.length, 0)
    if (json)
      output.printJson({
        ok: failures.length === 0,
        migrations: files.length,
        rows,
        failures: await failureSummaries(failures),
      })
    else if (failures.length > 0) await printFailures(failures, output)
    else
      output.print(
        `${output.style('green', '✓')} No migration loses more than it names: ${files.length} tried, on ${rows} sample rows.`,
      )
    return failures.length === 0 ? exitCodes.done : exitCodes.error
  },
})
