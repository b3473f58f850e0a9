/**
 * Process that runs test files of a copy of the working tree, one request after another. Vitest and the results of its
 * setup are loaded once; each run has workers of its own, which load the current sources.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import { BUNDLES } from '../../test/harness/made-once.ts'
import { ORDER } from './in-order.ts'
import { type FileResult, MODE, type RunOptions } from './test-run.ts'

const root = process.cwd()
// Other runs must not find bundles of mutants.
process.env[BUNDLES] = mkdtempSync(join(tmpdir(), 'lintel-mutants-'))
const [, , bail = '0'] = process.argv
const vitest = await createVitest('test', {
  config: 'scripts/mutate/vitest.config.ts',
  mode: process.env[MODE] ?? 'all',
  root,
  watch: false,
  bail: Number(bail),
  reporters: [{}],
})

process.on('message', (options: RunOptions) => {
  run(options).then(
    (results) => process.send?.(results),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => {
  rmSync(process.env[BUNDLES] ?? '', { recursive: true, force: true })
  process.exit(0)
})

async function run({ files, without = [], changed }: RunOptions): Promise<readonly FileResult[]> {
  process.env[ORDER] = files.join('\n')
  if (changed !== undefined) forgetWhatIsMadeOf(changed)
  if (without.length > 0) vitest.setGlobalTestNamePattern(`^(?!(${without.map(escaped).join('|')})$)`)
  else vitest.resetGlobalTestNamePattern()
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const wanted = new Set(files.map((file) => resolve(root, file)))
  const specifications = await vitest.globTestSpecifications([...files])
  const { testModules } = await vitest.runTestSpecifications(
    specifications.filter(({ moduleId }) => wanted.has(moduleId)),
  )
  if (changed !== undefined) forgetWhatIsMadeOf(changed)
  return testModules.filter((module) => module.state() !== 'queued').map(resultOf)
}

/** Pattern of sources that do not affect the output of compiling a config. */
const IN_NO_PROGRAM = /^src\/(client|runtime)\//

/**
 * Discards the source that Vitest has cached, and the programs made from it. Bundles depend on the contents of their
 * files.
 */
function forgetWhatIsMadeOf(source: string): void {
  vitest.invalidateFile(resolve(root, source))
  const folder = process.env[BUNDLES]
  if (folder === undefined || IN_NO_PROGRAM.test(source)) return
  for (const name of readdirSync(folder)) if (name.startsWith('program-')) rmSync(join(folder, name))
}

function resultOf(module: TestModule): FileResult {
  const failed = [...module.children.allTests('failed')].map(({ fullName }) => fullName.replaceAll(' > ', ' '))
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return {
    file: relative(root, module.moduleId),
    seconds: (setupDuration + collectDuration + duration) / 1000,
    failed,
    isBroken: module.state() === 'failed' && failed.length === 0,
  }
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
