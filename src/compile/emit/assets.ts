import { join } from 'node:path'
import { packageRoot } from '../load/package-root.ts'
import { readText } from '../write-outputs.ts'

/** What the package's own build made for browsers: paths by name. Nothing before the first `npm ci`. */
export function readAssets(): Readonly<Record<string, string>> {
  return JSON.parse(readText(join(packageRoot, 'dist/assets.json')) ?? '{}')
}
