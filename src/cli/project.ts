import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.ts'

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs']

/**
 * Requires that the folder holds a project.
 * @throws Failure where there is no `cms.config.ts`
 */
export function requireProject(root: string): void {
  if (EXTENSIONS.some((extension) => existsSync(join(root, `cms.config.${extension}`)))) return
  throw new Failure(`There is no cms.config.ts in ${root}.`, {
    hint: 'Change to the folder of a project, or create one: cms init <folder>',
  })
}
