import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the folder that holds those of projects and is deleted when the run ends. */
export const PROJECTS = 'TEST_PROJECTS'

/**
 * Folders that tests have given back, by kind. The compiler evaluates each project in a process of its own, which takes
 * ten times as long to start as to evaluate what has changed: who takes a folder over takes its process over.
 */
const free = new Map<string, string[]>()

/** Folders that nobody may take over. */
const spoiled = new Set<string>()

/**
 * An empty folder for a project, perhaps one that was given back.
 * @param kind of projects that take each other's folders over: the package.json, which Node reads once, is the same
 */
export function takeFolder(kind: string): string {
  return free.get(kind)?.pop() ?? mkdtempSync(join(process.env[PROJECTS] ?? tmpdir(), `lintel-${kind}-`))
}

/** Deletes what a project has left in its folder. Giving a folder back again does nothing. */
export function giveBack(kind: string, root: string): void {
  const folders = free.get(kind) ?? []
  if (folders.includes(root)) return
  if (spoiled.delete(root) || !hasOwnPackages(root)) rmSync(root, { recursive: true, force: true })
  if (!existsSync(root)) return
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true })
  free.set(kind, [...folders, root])
}

/** Tells whether the packages are still those of this repository. */
function hasOwnPackages(root: string): boolean {
  return lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/** Keeps a folder from being taken over: what has run there may still write, or a process has read what it reads once. */
export function spoilFolder(root: string): void {
  spoiled.add(root)
}

/** Notes a file that a test writes. What Node or the compiler reads once spoils the folder. */
export function noteWritten(root: string, path: string): void {
  if (/(?:^|\/)(?:package\.json$|node_modules\/)/.test(path)) spoilFolder(root)
}
