import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Tells whether a program is installed in a folder of `PATH`. */
export function isOnPath(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}
