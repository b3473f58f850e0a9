import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { packedPackage } from '../package/packed-package.ts'

/** Puts `@lintel/client`, as it is published, into the `node_modules` of a folder. */
export async function installClient(folder: string): Promise<void> {
  const root = join(folder, 'node_modules/@lintel/client')
  mkdirSync(root, { recursive: true })
  execFileSync('tar', ['-xzf', await packedPackage('@lintel/client'), '-C', root, '--strip-components', '1'])
}
