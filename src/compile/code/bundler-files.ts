import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Finds the files beside the modules that tell a bundler how to read them: absolute paths, in the project and in the
 * folders above it within its repository.
 */
export function findBundlerFiles(root: string): readonly string[] {
  return [...filesBelow(root), ...filesAbove(root)]
}

const NAME = /^(?:[tj]sconfig[\w.-]*|package)\.json$/

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return NAME.test(entry.name) && isFile(path) ? [path] : []
    return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : filesBelow(path)
  })
}

/** Finds files up to the root of the repository. Files beyond it belong to the machine, not to the project. */
function filesAbove(root: string): readonly string[] {
  const found: string[] = []
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder)) {
    const names = folder === root ? [] : readdirSync(folder).filter((name) => NAME.test(name))
    found.push(...names.map((name) => join(folder, name)).filter(isFile))
    if (existsSync(join(folder, '.git'))) return found
  }
  return []
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
