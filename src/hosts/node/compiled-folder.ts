import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder in which Node keeps what it compiled of a build, so that later starts need not. Those of other builds are
 * removed: without them a process is only slower to start.
 * @param main path of the build's module
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
    return [] // not there yet
  }
}
