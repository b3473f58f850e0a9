import type { Diagnostic } from '../../compile/index.ts'
import type { Config } from '../../config/config.ts'
import { defineCommand } from '../command.ts'
import { type Compiled, compileProject, programOf } from '../compile-project.ts'
import { printDiagnostics } from '../diagnostics.ts'
import { exitCodes } from '../exit-codes.ts'

export const check = defineCommand({
  name: 'check',
  summary: 'Compile and compare with what is committed; writes nothing but .cms',
  options: {},
  async run(invocation) {
    const { root, json, output } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const mistakes = await checkBindings(root, outcome.compilation.config)
    const stale = [
      ...(await findStale(root, outcome.compilation)),
      ...(await findStaleBindings(root, outcome.compilation)),
    ]
    const version = outcome.compilation.manifest.version
    if (json) {
      const ok = stale.length === 0 && mistakes.length === 0
      output.printJson({ ok, version, stale, diagnostics: [...outcome.compilation.diagnostics, ...mistakes] })
    } else {
      if (mistakes.length > 0) printDiagnostics(mistakes, output)
      for (const path of stale)
        output.note(`${output.noteStyle('yellow', 'stale')} ${path}: \`cms build\` brings it up to date.`)
      if (stale.length + mistakes.length === 0)
        output.print(`${output.style('green', '✓')} Everything is up to date. Version ${version}`)
    }
    if (mistakes.length > 0) return exitCodes.error
    return stale.length > 0 ? exitCodes.stale : exitCodes.done
  },
})

/** Committed files that are not what the config compiles to. The generated program is written, since tools read it. */
async function findStale(root: string, compilation: Compiled): Promise<readonly string[]> {
  const { findStaleOutputs, writeOutputs } = await import('../../compile/index.ts')
  writeOutputs(root, programOf(compilation))
  return findStaleOutputs(root, compilation)
}

async function findStaleBindings(root: string, compilation: Compiled): Promise<readonly string[]> {
  const { isWranglerStale } = await import('../wrangler/write-wrangler.ts')
  return isWranglerStale(root, compilation) ? ['wrangler.toml'] : []
}

async function checkBindings(root: string, config: Config): Promise<readonly Diagnostic[]> {
  const { readWranglerFile } = await import('../wrangler/wrangler-file.ts')
  const { checkWrangler } = await import('../wrangler/check-wrangler.ts')
  return checkWrangler(root, readWranglerFile(root), config)
}
