import { spawnSync } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** Environment variable with the hash of the sources that all programs are built from (`hashOfSources`). */
export const SOURCES = 'TEST_SOURCES'

/** Files and folders that the compiler, the plugins and their pages are built from. */
const COMPILER = ['src', 'plugins', 'dist', 'package-lock.json', 'tsconfig.json']

/** Pattern of folders in `COMPILER` that are not part of any program. */
const BESIDE = /^src\/(?:cli|client|hosts|mcp|testing)\//

/** Folders of this repository's own project, in addition to the files in the root. */
const OWN = ['collections', 'migrations']

/** Fixture from which most other fixtures import plugins and collections. */
const SHARED_FIXTURE = 'test/fixtures/runtime'

export function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  addFiles(
    hash,
    COMPILER.flatMap(filesBelow).filter((path) => !BESIDE.test(path)),
  )
  return hash.digest('hex')
}

/** Returns a hash of everything that the program of a project is built from. */
export function inputsOf(root: string): string {
  const known = inputs.get(root) ?? hashOfProject(root)
  inputs.set(root, known)
  return known
}

const inputs = new Map<string, string>()

function hashOfProject(root: string): string {
  const hash = createHash('sha256').update(process.env[SOURCES] ?? hashOfSources())
  const path = relative(process.cwd(), root)
  if (path !== '') addFiles(hash, [...filesBelow(path), ...filesBelow(SHARED_FIXTURE)])
  else {
    addFiles(hash, [...filesAtTop(), ...OWN.flatMap(filesBelow), ...filesBelow('.cms/pending')])
    // The last commit determines which migrations are sealed.
    hash.update(spawnSync('git', ['rev-parse', 'HEAD']).stdout ?? '')
  }
  return hash.digest('hex')
}

/** Returns the hash of a file; `null` if it does not exist. Reads it again only if its time or size has changed. */
export function hashOfFile(path: string): string | null {
  const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? {}
  if (mtimeMs === undefined) return null
  const known = hashes.get(path)
  if (known && known.mtimeMs === mtimeMs && known.size === size) return known.hash
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
  hashes.set(path, { mtimeMs, size, hash })
  return hash
}

const hashes = new Map<string, { readonly mtimeMs: number; readonly size: number | undefined; readonly hash: string }>()

function addFiles(hash: Hash, paths: readonly string[]): void {
  for (const path of paths) hash.update(`\0${path}\0${hashOfFile(resolve(path))}`)
}

function filesAtTop(): string[] {
  const entries = readdirSync('.', { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : [])).sort()
}

/** Returns the files in a folder without tests, or the file itself; none if the path does not exist. */
function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
