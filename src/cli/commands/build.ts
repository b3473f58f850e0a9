import { join } from 'node:path'
import type { Planned } from '../../compile/index.ts'
import type { MigrationFile } from '../../compile/schema/files/migration-file.ts'
import type { ProofFailure } from '../../compile/schema/proof/proof.ts'
import { counted } from '../../ground/counted.ts'
import { routeTable } from '../../manifest/endpoints.ts'
import { defineCommand } from '../command.ts'
import { type Compiled, compileProject, isCompiled, loadCompiler, programOf } from '../compile-project.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { type EngineProof, failureSummaries, printFailures, proveOnEngine } from '../verify/prove-on-engine.ts'

export const build = defineCommand({
  name: 'build',
  summary: 'Compile the config to the lock, a migration and the generated program',
  options: {
    program: { type: 'boolean', summary: 'Only the generated program in .cms: lock and migrations stay as they are' },
  },
  async run(invocation) {
    const { root, json, output, options } = invocation
    const trial = createTrial(root)
    const outcome = await compileProject(invocation, options.program ? {} : { onPlanned: trial.begin })
    if ('exitCode' in outcome) return outcome.exitCode
    const failures = await trial.failures()
    if (failures.length > 0) return refuse(failures, json, output)
    const { writeOutputs } = await import('../../compile/index.ts')
    const { compilation, bindings } = options.program
      ? { compilation: programOf(outcome.compilation), bindings: [] }
      : await withBindings(root, outcome.compilation)
    const written = [...writeOutputs(root, compilation), ...bindings].sort()
    const { diagnostics, manifest } = compilation
    if (json) {
      output.printJson({ ok: true, version: manifest.version, hash: manifest.hash, written, diagnostics })
      return exitCodes.done
    }
    const committed = written.filter((path) => !path.startsWith('.cms/'))
    for (const path of committed) output.print(`${output.style('green', 'wrote')} ${path}`)
    const { collections, plugins } = manifest
    const size = [
      counted(collections.length, 'collection'),
      counted(plugins.length, 'plugin'),
      counted(routeTable(manifest).length, 'route'),
    ].join(', ')
    output.print(
      `${output.style('green', '✓')} ${manifest.name}: ${size}${written.length === 0 ? '; nothing has changed' : ''}`,
    )
    output.print(`  version ${manifest.version}`)
    return exitCodes.done
  },
})

/** Tries on D1's engine what this build will write into `migrations/`, while it goes on: it must run there for ever. */
function createTrial(root: string) {
  let proof: Promise<EngineProof> | null = null
  return {
    async begin({ chain, files, collections, types }: Planned): Promise<void> {
      const { MIGRATIONS_FOLDER } = await import('../../compile/schema/files/history.ts')
      const { readText } = await import('../../compile/index.ts')
      const isWritten = ({ name }: MigrationFile) => {
        const path = `${MIGRATIONS_FOLDER}/${name}`
        const text = files.get(path)
        return text !== undefined && readText(join(root, path)) !== text
      }
      const first = chain.findIndex(isWritten)
      if (first === -1) return
      await new Promise<void>((resolve) => {
        proof = proveOnEngine({ files: chain, added: chain.slice(first), collections, types }, resolve)
        proof.then(
          () => resolve(),
          () => resolve(),
        )
      })
    },
    /** @throws Failure where workerd does not run on this machine */
    failures: async () => (await proof)?.failures ?? [],
  }
}

async function refuse(failures: readonly ProofFailure[], json: boolean, output: Output): Promise<ExitCode> {
  if (json) output.printJson({ ok: false, diagnostics: [], failures: await failureSummaries(failures) })
  else await printFailures(failures, output)
  if (!json) output.note('Nothing was written.')
  return exitCodes.error
}

/**
 * Writes `wrangler.toml` before the rest, since the lock shows what stands in it.
 * @returns what the project compiles to with it, and the file where it has changed
 */
async function withBindings(
  root: string,
  compilation: Compiled,
): Promise<{ readonly compilation: Compiled; readonly bindings: readonly string[] }> {
  const { readDeclaredBefore } = await import('../wrangler/declared-before.ts')
  const { writeWrangler, WRANGLER_FILE } = await import('../wrangler/write-wrangler.ts')
  if (!writeWrangler(root, compilation, readDeclaredBefore(root))) return { compilation, bindings: [] }
  const { compile } = await loadCompiler(root)
  const again = await compile({ root })
  return { compilation: isCompiled(again) ? again : compilation, bindings: [WRANGLER_FILE] }
}
