import { spawnSync } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** Names the hash of all that any program may be made from, but for the projects themselves. */
export const SOURCES = 'TEST_SOURCES'

/** Files and folders that a compiler, its plugins and their pages are made from. */
const COMPILER = ['src', 'plugins', 'dist', 'package-lock.json', 'tsconfig.json']

/** Folders among these that no program is made from. */
const BESIDE = /^src\/(?:cli|client|hosts|mcp|testing)\//

/** Folders of this repository's own project, besides files at the top. */
const OWN = ['collections', 'migrations']

/** The fixture that most others take plugins and collections from. */
const SHARED_FIXTURE = 'test/fixtures/runtime'

export function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  addFiles(
    hash,
    COMPILER.flatMap(filesBelow).filter((path) => !BESIDE.test(path)),
  )
  return hash.digest('hex')
}

/** Hashes all that the program of a project is made from. */
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
    // Which migrations are sealed.
    hash.update(spawnSync('git', ['rev-parse', 'HEAD']).stdout ?? '')
  }
  return hash.digest('hex')
}

/** Hashes a file, which is read again once it has changed. */
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

/** Files of a folder, or a file itself, but for tests: no program is made from them. */
function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
