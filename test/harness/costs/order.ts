import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keyOf, readCosts, totalOf } from './costs.ts'

/** Assumed processor time of a file without known costs, in seconds. */
const UNKNOWN = 10

/**
 * Orders the files of a run by project, because a process only runs files of one project, and within a project the most
 * expensive first, so that no process is left with a long file while others idle. Shards get about equal costs.
 */
export class DearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = this.#costs()
    const projects = this.ctx.projects.map(({ name }) => name)
    return files.toSorted(
      (a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || costOf(b) - costOf(a),
    )
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {}
    const costOf = this.#costs()
    const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }))
    for (const file of files.toSorted((a, b) => costOf(b) - costOf(a) || (a.moduleId < b.moduleId ? -1 : 1))) {
      const lightest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least))
      lightest.files.push(file)
      lightest.seconds += costOf(file)
    }
    return shards[index - 1]?.files ?? []
  }

  #costs(): (file: TestSpecification) => number {
    const known = readCosts()
    return ({ moduleId, project }) => {
      const costs = known.get(keyOf({ file: relative(this.ctx.config.root, moduleId), project: project.name }))
      return costs ? totalOf(costs) : UNKNOWN
    }
  }
}
