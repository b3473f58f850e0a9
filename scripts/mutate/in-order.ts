import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Environment variable with the test files, one per line, in the order in which they run. */
export const ORDER = 'MUTATE_ORDER'

/** Runs the test files in the order of the variable `ORDER`. */
export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (process.env[ORDER] ?? '').split('\n')
    const at = ({ moduleId }: TestSpecification) => order.indexOf(relative(process.cwd(), moduleId))
    return files.toSorted((a, b) => at(a) - at(b))
  }
}
