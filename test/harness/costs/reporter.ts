import { relative } from 'node:path'
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { type FileCosts, noteCosts, totalOf } from './costs.ts'

/** Records the costs of each file, and prints the time that the run took and what it left out. */
export class CostsReporter implements Reporter {
  readonly #leftOut: () => readonly string[]
  #root = '.'
  #began = 0

  /** @param leftOut returns descriptions of the groups of files that the run leaves out */
  constructor(leftOut: () => readonly string[]) {
    this.#leftOut = leftOut
  }

  onInit({ config }: Vitest): void {
    this.#root = config.root
  }

  onTestRunStart(_: readonly TestSpecification[]): void {
    this.#began = performance.now()
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules.flatMap((module) => this.#costsOf(module))
    noteCosts(costs)
    const cpu = costs.reduce((sum, each) => sum + totalOf(each), 0)
    const rows = modules.map((module) => module.meta().rows ?? { left: 0, all: 0 })
    const [left, all] = [sumOf(rows.map((each) => each.left)), sumOf(rows.map((each) => each.all))]
    const parts = [...this.#leftOut(), ...(left > 0 ? [`${left} of ${all} rows of tables`] : [])]
    console.log(
      `      Took  ${duration((performance.now() - this.#began) / 1000)}, and ${duration(cpu)} of processor time (npm run test:slow)`,
    )
    console.log(`  Left out  ${parts.length > 0 ? parts.join(', ') : 'nothing'}\n`)
  }

  #costsOf(module: TestModule): readonly FileCosts[] {
    const { costs } = module.meta()
    return costs ? [{ file: relative(this.#root, module.moduleId), project: module.project.name, ...costs }] : []
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function duration(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
