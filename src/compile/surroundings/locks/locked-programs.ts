import { posix } from 'node:path'
import { isTable } from '../../table.ts'
import type { Programs } from './locked-package.ts'

/** Reads the programs of a package from its `bin`: `{ "cms": "cli.js" }`, or a path for one with the package's name. */
export function programsIn(bin: unknown, packageName: string): Programs {
  const names = isTable(bin) ? Object.keys(bin) : typeof bin === 'string' ? [packageName] : []
  // Package managers install a program under the last part of its name.
  return names.map((name) => posix.basename(name.replaceAll('\\', '/')))
}
