import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of package.json that the packages need. */
export interface PackageManifest {
  readonly version: string
  readonly license: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Reads the repository's package.json. */
export function readManifest(root: string): PackageManifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageManifest
}
