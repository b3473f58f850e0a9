import { defineConfig } from 'vitest/config'
import { ownEntries } from './src/compile/load/own-entries.ts'
import { DearFirst } from './test/harness/costs/order.ts'
import { CostsReporter } from './test/harness/costs/reporter.ts'
import { filesOf, isRun, OUTSIDE, PARTS } from './test/harness/parts.ts'
import { environmentOf, scopeOf } from './test/harness/scope.ts'

/** In the repository `lintel` is its own source. */
const alias = Object.entries(ownEntries()).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement,
}))

/** A file for the results as JSON, for programs that count. */
const { TEST_REPORT } = process.env
const report: ['json', { outputFile: string }][] = TEST_REPORT ? [['json', { outputFile: TEST_REPORT }]] : []

/** Milliseconds after which a test counts as hung, whatever else the machine does. */
const HANGS = 300_000

export default defineConfig(({ mode }) => {
  const scope = scopeOf(mode)
  const parts = Object.entries(PARTS)
  const leftOut = () =>
    parts.filter(([name]) => !isRun(name, scope)).map(([, part]) => `${filesOf(part).length} files ${part.words}`)
  return {
    resolve: { alias },
    test: {
      globalSetup: ['test/global-setup.ts'],
      setupFiles: ['test/children-end.ts', 'test/harness/costs/meter.ts'],
      reporters: ['default', new CostsReporter(leftOut), ...report],
      // A third of the time files wait for workerd, child processes and the disk: three at once keep two cores busy.
      pool: 'forks',
      maxWorkers: 3,
      sequence: { sequencer: DearFirst },
      // As `cms` starts itself: drizzle alone takes half a second without.
      execArgv: ['--import', './src/compile/load/library-hooks.ts'],
      // A shared machine can be several times slower than the one that tests were written on.
      expect: { poll: { timeout: 60_000 } },
      testTimeout: HANGS,
      hookTimeout: HANGS,
      // The product runs as Node runs it: the compiler loads a project's files natively, and they must meet the same
      // instance of `lintel` that it uses itself.
      server: { deps: { external: [/\/src\//] } },
      projects: parts
        .filter(([name]) => isRun(name, scope))
        .map(([name, { include, exclude = [] }]) => ({
          extends: true as const,
          test: {
            name,
            include: [...include],
            exclude: [...OUTSIDE, ...exclude],
            // Loading compiler and Miniflare takes a second: a process does it once, for all files that it runs.
            isolate: name === 'alone',
            env: name === 'node' ? { TEST_HOST: 'node' } : environmentOf(scope),
          },
        })),
    },
  }
})
