import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot, packageSource } from '../../compile/load/package-root.ts'

/** Interval at which the package is checked, in milliseconds. */
const EVERY = 5000

/** Parts that run in this process; the others are compiled with the project each time. Compiled modules share chunks. */
const PARTS = ['cli', 'compile', 'config', 'manifest', 'chunk']

/**
 * Notices that the package itself has changed, as after an update: this process goes on with the code that it has
 * loaded, and must be started again.
 * @param onChange called once
 * @returns stops looking
 */
export function watchOwnSource(onChange: () => void): () => Promise<void> {
  const loaded = fingerprint()
  const timer = setInterval(() => {
    if (fingerprint() === loaded) return
    clearInterval(timer)
    onChange()
  }, EVERY)
  return async () => clearInterval(timer)
}

/** Changes with any module of the package, and with its folder: npm replaces it, and keeps no times. */
function fingerprint(): string {
  // While npm replaces the package its folders may be gone.
  if (!existsSync(packageSource)) return 'gone'
  const files = readdirSync(packageSource, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path) && PARTS.some((part) => path.startsWith(part)))
    .map((path) => join(packageSource, path))
  return [join(packageRoot, 'package.json'), ...files.sort()].map(stateOf).join()
}

/** A file that is just being replaced is one that has changed. */
function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : 'gone'
}
