import { execFileSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of the published packages, by name. */
const FOLDERS = {
  lintel: '.',
  '@lintel/client': './.packages/client',
  '@lintel/import': './.packages/import',
  'create-lintel': './.packages/create-lintel',
} as const

export type PackageName = keyof typeof FOLDERS

export const PACKAGE_NAMES = Object.keys(FOLDERS) as readonly PackageName[]

/**
 * Compiles the packages and packs them into a folder, as `npm publish` would upload them: `lintel.tgz`,
 * `lintel-client.tgz`.
 * @param root root of the repository
 */
export function packPackages(root: string, folder: string): void {
  const run = (args: readonly string[]) =>
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  run(['run', 'package'])
  for (const name of PACKAGE_NAMES) {
    const packed = run(['pack', FOLDERS[name], '--ignore-scripts', '--json', '--pack-destination', folder])
    const [{ filename }] = JSON.parse(packed)
    renameSync(join(folder, filename), join(folder, archiveOf(name)))
  }
}

/** Returns the file name of a package's archive: `lintel-client.tgz`. */
export function archiveOf(name: PackageName): string {
  return `${name.replace('@', '').replace('/', '-')}.tgz`
}
