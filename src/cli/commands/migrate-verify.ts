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
    const { config, manifest } = await compileProject(invocation)
    const { readHistory } = await import('../../compile/schema/files/history.ts')
    const { proveHistory } = await import('../../compile/schema/proof/prove-history.ts')
    const { replayProof } = await import('../../compile/schema/proof/replay-proof.ts')
    const { runOnEngine } = await import('../verify/run-on-engine.ts')
    const { files } = readHistory(invocation.root)
    const proof = proveHistory({ files, collections: manifest.collections, types: fieldTypesOf(config) })
    const failures =
      proof.failures.length > 0
        ? proof.failures
        : await replayProof(proof, async (transactions) => (await runOnEngine([transactions]))[0] ?? [])
    const rows = proof.stages.reduce((sum, { inserted }) => sum + inserted.length, 0)
    return { ok: failures.length === 0, migrations: files.length, rows, failures }
  },
  async print({ ok, migrations, rows, failures }, output) {
    if (!ok) return printFailures(failures, output)
    output.print(
      `${output.style('green', '✓')} No migration loses more than it declares: ${migrations} tried, on ${rows} sample rows.`,
    )
  },
  toJson: async (outcome) => ({ ...outcome, failures: await failureSummaries(outcome.failures) }),
  exitCode: ({ ok }) => (ok ? exitCodes.done : exitCodes.error),
})
