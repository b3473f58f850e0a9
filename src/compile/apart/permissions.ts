import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { CONFIG_FILES } from '../load/config-file.ts'
import { packageRoot } from '../load/package-root.ts'

/** Returns the folder for compiled code: the one that the compiler itself uses, otherwise Node's default. */
export function codeCache(): string {
  const inUse = getCompileCacheDir()
  return inUse === undefined ? join(tmpdir(), 'node-compile-cache') : dirname(inUse)
}

/**
 * Returns the flags of Node with which a config is evaluated. It may read the entries of its project and packages.
 * Child processes, workers, addons and the inspector are denied, because no flag allows them. Compiled code is written
 * before any code of the project runs.
 */
export function permissionFlags(entries: Iterable<string>): string[] {
  const readable = new Set([...entries, ...ownFolders(), within(codeCache())])
  return [
    '--permission',
    ...[...readable].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${within(codeCache())}`,
  ]
}

/**
 * Lists the readable paths of the project: its folder, the package to which it belongs, and the installed packages.
 * Names that begin with a dot belong to the machine (secrets, the local database, git) and are left out. Files that the
 * compiler writes are included even before they exist, so that the process remains usable after the first build.
 * @param overlaid absolute paths of files that are treated as if they existed
 */
export function projectEntries(root: string, overlaid: Iterable<string>): ReadonlySet<string> {
  const inRoot = (name: string) => join(root, name)
  // Includes every possible name of the config, since each of them is looked for.
  const configs = CONFIG_FILES.map(inRoot)
  const added = [...overlaid].flatMap((path) => {
    const [top, ...below] = relative(root, path).split(sep)
    if (top === undefined || top.startsWith('.')) return []
    return [below.length > 0 ? within(join(root, top)) : path]
  })
  const folders = new Set([root, packageFolder(root) ?? root])
  return new Set([...configs, ...WRITTEN.map(inRoot), ...[...folders].flatMap(entriesOf), ...packages(root), ...added])
}

/** Paths that `cms build` writes beside the config. */
const WRITTEN = [within('.cms'), within('migrations'), 'cms.lock.json', 'wrangler.toml']

function entriesOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const own = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
  return own.map((entry) => (entry.isDirectory() ? within(join(folder, entry.name)) : join(folder, entry.name)))
}

/**
 * Returns the nearest folder with a package.json, from the given one upwards, to whose package Node assigns the files.
 */
export function packageFolder(from: string): string | null {
  if (existsSync(join(from, 'package.json'))) return from
  return dirname(from) === from ? null : packageFolder(dirname(from))
}

/** Returns the folders of packages from the project upwards, and the packages that are linked into them. */
function packages(from: string): string[] {
  const above = dirname(from) === from ? [] : packages(dirname(from))
  const folder = join(from, 'node_modules')
  const real = existsSync(folder) ? [realpathSync(folder)] : []
  return [
    within(folder),
    join(from, 'package.json'),
    ...real.flatMap((path) => [within(path), ...linkedFrom(path)]),
    ...above,
  ]
}

/** Returns packages that are links, as in a monorepo, and the packages installed beside them. */
function linkedFrom(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name.startsWith('@') ? linkedFrom(path) : []
    return entry.isSymbolicLink() && existsSync(path) ? [within(besides(realpathSync(path)))] : []
  })
}

/** Returns the `node_modules` folder in which a package is installed, or else the package itself. */
function besides(real: string): string {
  const at = real.lastIndexOf(`${sep}node_modules${sep}`)
  return at === -1 ? real : real.slice(0, at + `${sep}node_modules`.length)
}

/** Returns a pattern for a folder and everything in it, whether it exists or not. */
function within(folder: string): string {
  return join(folder, '*')
}

/**
 * Returns the parts of this package that a config and its plugins may import, and the packages that are installed
 * around it.
 */
function ownFolders(): string[] {
  const parts = ['src', 'lib', 'plugins', 'dist'].map((name) => within(join(packageRoot, name)))
  return [...parts, ...packages(packageRoot.replace(/[\\/]$/, ''))]
}
