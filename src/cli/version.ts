import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../compile/load/package-root.ts'

/** Returns the `version` in this package's `package.json`. */
export function packageVersion(): string {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
