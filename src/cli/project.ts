import { configFileIn } from '../compile/load/config-file.ts'
import { Failure } from './failure.ts'

/**
 * Requires that the folder holds a project.
 * @throws Failure if there is no `cms.config.ts`
 */
export function requireProject(root: string): void {
  if (configFileIn(root) !== null) return
  throw new Failure(`There is no cms.config.ts in ${root}.`, {
    hint: 'Change to the folder of a project, or create one: cms init <folder>',
  })
}
