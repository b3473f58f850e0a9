import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Variable with the test files, one a line, in the order in which they are to run. */
export const ORDER = 'MUTATE_ORDER'

/** Runs the test files in the order that they are given in. */
export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (process.env[ORDER] ?? '').split('\n')
    const at = ({ moduleId }: TestSpecification) => order.indexOf(relative(process.cwd(), moduleId))
    return files.toSorted((a, b) => at(a) - at(b))
  }
}
