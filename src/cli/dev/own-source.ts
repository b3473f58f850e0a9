import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot, packageSource } from '../../compile/load/package-root.ts'

/** Interval at which the package is checked, in milliseconds. */
const EVERY = 5000

/**
 * Parts of this package that run in this process, and the chunks that its compiled modules share. Other parts are
 * compiled with the project each time.
 */
const PARTS = ['cli', 'compile', 'config', 'manifest', 'chunk']

/**
 * Detects that the package itself has changed, for example by an update: this process still runs the code that it has
 * loaded, and must be restarted.
 * @param onChange called once
 * @returns a function that stops the checks
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

/**
 * Returns a string that changes if any module of `PARTS` changes, or if npm replaces the folder, which need not change
 * the modules' times.
 */
function fingerprint(): string {
  // The folders may be missing while npm replaces the package.
  if (!existsSync(packageSource)) return 'gone'
  const files = readdirSync(packageSource, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path) && PARTS.some((part) => path.startsWith(part)))
    .map((path) => join(packageSource, path))
  return [join(packageRoot, 'package.json'), ...files.sort()].map(stateOf).join()
}

/** Returns the state of a file. A file that is being replaced counts as changed. */
function stateOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : 'gone'
}
