import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { packageRoot } from '../load/package-root.ts'

/** Place where compiled code is kept: beside that of the compiler itself. */
export function codeCache(): string {
  const inUse = getCompileCacheDir()
  return inUse === undefined ? join(tmpdir(), 'node-compile-cache') : dirname(inUse)
}

/**
 * Flags of Node under which a config is evaluated: it reads the entries of its project and packages. Child processes,
 * workers, addons,
 * the inspector are left out by saying nothing of them. Compiled code is written before any code of the project runs.
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
 * Lists the paths of the project: its folder, the package that it is part of, and the packages that are installed.
 * Names that begin with a dot belong to the machine (secrets, the local database, git) and are left out. What the
 * compiler writes is the config's own, also before it is there: the first build does not end the process that made it.
 * @param overlaid files that are looked at as if they were there, absolute
 */
export function projectEntries(root: string, overlaid: Iterable<string>): ReadonlySet<string> {
  const inRoot = (name: string) => join(root, name)
  // A config that is not there is looked for under each of its names.
  const configs = ['ts', 'mts', 'js', 'mjs'].map((extension) => inRoot(`cms.config.${extension}`))
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

/** The nearest folder, from one upwards, with a package.json: the package to which Node counts the files. */
export function packageFolder(from: string): string | null {
  if (existsSync(join(from, 'package.json'))) return from
  return dirname(from) === from ? null : packageFolder(dirname(from))
}

/** Folders of packages from the project upwards, and what is linked into them. */
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

/** Packages that are links, as in a repository of several, with what is installed beside them. */
function linkedFrom(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name.startsWith('@') ? linkedFrom(path) : []
    return entry.isSymbolicLink() && existsSync(path) ? [within(besides(realpathSync(path)))] : []
  })
}

/** The `node_modules` in which a package is installed; the package itself where it is not. */
function besides(real: string): string {
  const at = real.lastIndexOf(`${sep}node_modules${sep}`)
  return at === -1 ? real : real.slice(0, at + `${sep}node_modules`.length)
}

/** A folder with all that is in it, whether it is there or not. */
function within(folder: string): string {
  return join(folder, '*')
}

/** Of this package: what a config and its plugins may import. */
function ownFolders(): string[] {
  const parts = ['src', 'lib', 'plugins', 'dist'].map((name) => within(join(packageRoot, name)))
  return [...parts, ...packages(packageRoot.replace(/[\\/]$/, ''))]
}
