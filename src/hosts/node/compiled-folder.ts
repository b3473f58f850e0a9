import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the folder of Node's compile cache for a build, which makes later starts faster. Removes the caches of other
 * builds; processes that still run these builds only start more slowly without them.
 * @param main path of the build's main module
 */
export function compiledFolder(dataFolder: string, main: string): string {
  const folder = join(dataFolder, 'compiled')
  const build = Math.round(statSync(main).mtimeMs).toString(36)
  for (const other of namesIn(folder)) {
    if (other !== build) rmSync(join(folder, other), { recursive: true, force: true })
  }
  return join(folder, build)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // the folder does not exist yet
  }
}
