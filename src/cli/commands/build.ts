import { defineCommand } from '../command.ts'
import { type Compiled, compileProject, programOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import type { writeWrangler } from '../wrangler/write-wrangler.ts'

export const build = defineCommand({
  name: 'build',
  summary: 'Compile the config: lock, migration and the generated program',
  options: {
    program: { type: 'boolean', summary: 'Only the generated program in .cms: lock and migrations stay as they are' },
  },
  async run(invocation) {
    const { root, json, output, options } = invocation
    const outcome = await compileProject(invocation)
    if ('exitCode' in outcome) return outcome.exitCode
    const { compilation } = outcome
    const { writeOutputs } = await import('../../compile/index.ts')
    const { readDeclaredBefore } = await import('../wrangler/declared-before.ts')
    const before = options.program ? {} : readDeclaredBefore(root) // the lock is written next
    const written = writeOutputs(root, options.program ? programOf(compilation) : compilation).sort()
    if (!options.program && (await writesWrangler(root, compilation, before))) written.push('wrangler.toml')
    const { diagnostics, manifest } = compilation
    if (json) {
      output.printJson({ ok: true, version: manifest.version, hash: manifest.hash, written, diagnostics })
      return exitCodes.done
    }
    const committed = written.filter((path) => !path.startsWith('.cms/'))
    for (const path of committed) output.print(`${output.style('green', 'wrote')} ${path}`)
    const { collections, routes, plugins } = manifest
    const size = `${collections.length} collections, ${plugins.length} plugins, ${routes.length} routes`
    output.print(
      `${output.style('green', '✓')} ${manifest.name}: ${size}${written.length === 0 ? '; nothing has changed' : ''}`,
    )
    output.print(`  version ${manifest.version}`)
    return exitCodes.done
  },
})

async function writesWrangler(
  root: string,
  compilation: Compiled,
  before: Parameters<typeof writeWrangler>[2],
): Promise<boolean> {
  const { writeWrangler } = await import('../wrangler/write-wrangler.ts')
  return writeWrangler(root, compilation, before)
}
