import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, the longest first: what begins last must not keep one process busy while the other waits. */
const SLOW = [
  'test/cli/deploy.test.ts',
  'test/e2e/every-page.test.ts',
  'test/plugins/core-media/storage.test.ts',
  'test/security/garbage.test.ts',
  'test/faults/every-operation.test.ts',
  'test/e2e/media.test.ts',
  'test/package/deployed.test.ts',
  'test/e2e/collections.test.ts',
  'test/plugins/contract/contract.test.ts',
  'test/fuzz/api/fuzz.test.ts',
  'test/cli/children.test.ts',
  'test/cli/deploy-killed.test.ts',
]

/**
 * The order of Vitest, by how long files took the last time, and where that is not known, as in a new checkout, the slow
 * ones first instead of the large ones.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    if (files.every((file) => this.ctx.cache.getTestSpecificationResult(file))) return sorted
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** A file with a process of its own comes before those that share one, which would end with it. */
function rank({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return -1
  const index = SLOW.indexOf(relative(project.config.root, moduleId))
  return index === -1 ? SLOW.length : index
}
