import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Environment variable with the path of the folder for projects, which is deleted when the run ends. */
export const PROJECTS = 'TEST_PROJECTS'

/**
 * Empty folders that tests have given back, by kind. The compiler has a process for each folder, which takes ten times
 * as long to start as to evaluate a change, so a reused folder saves time.
 */
const free = new Map<string, string[]>()

/** Folders that are deleted instead of reused. */
const spoiled = new Set<string>()

/**
 * Returns an empty folder for a project, which another project of the kind may have used before.
 * @param kind name for projects with the same package.json, which Node reads only once per folder
 */
export function takeFolder(kind: string): string {
  return free.get(kind)?.pop() ?? mkdtempSync(join(process.env[PROJECTS] ?? tmpdir(), `lintel-${kind}-`))
}

/** Empties a folder for reuse, or deletes it if it is spoiled. Does nothing if it was already given back. */
export function giveBack(kind: string, root: string): void {
  const folders = free.get(kind) ?? []
  if (folders.includes(root)) return
  if (spoiled.delete(root) || !hasOwnPackages(root)) rmSync(root, { recursive: true, force: true })
  if (!existsSync(root)) return
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true })
  free.set(kind, [...folders, root])
}

/** Tells whether `node_modules` is still the link to this repository's packages. */
function hasOwnPackages(root: string): boolean {
  return lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/** Prevents the reuse of a folder: a process may still write to it, or has read files that are only read once. */
export function spoilFolder(root: string): void {
  spoiled.add(root)
}

/** Spoils the folder if a test writes a file that is only read once: package.json, or a file in `node_modules`. */
export function noteWritten(root: string, path: string): void {
  if (/(?:^|\/)(?:package\.json$|node_modules\/)/.test(path)) spoilFolder(root)
}
