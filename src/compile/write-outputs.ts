import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path'
import { ASSETS_FOLDER, REFERENCE_FILE } from './assets-folder.ts'
import type { Compilation } from './compilation.ts'

/**
 * Writes what differs from what is on disk, and removes what is no longer wanted; returns the paths, relative to the
 * project.
 * @throws the file system's error where a folder cannot be written.
 */
export function writeOutputs(
  root: string,
  compilation: Pick<Compilation, 'outputs' | 'reference' | 'removed'>,
): string[] {
  const removed = compilation.removed.filter((path) => existsSync(join(root, path)))
  for (const path of removed) requireInside(path)
  const texts = new Map([...compilation.outputs, ...compilation.reference()])
  const stale = texts.has(REFERENCE_FILE) ? filesBelow(root, ASSETS_FOLDER).filter((path) => !texts.has(path)) : []
  for (const path of [...removed, ...stale]) rmSync(join(root, path))
  return [...removed, ...stale, ...writeTexts(root, texts)]
}

/** Files of a folder that belongs to the compiler, relative to the project. */
function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
}

/**
 * Writes texts by path relative to the project, where they differ from what is on disk; returns the paths of those.
 * @throws the file system's error where a folder cannot be written.
 */
export function writeTexts(root: string, texts: ReadonlyMap<string, string>): string[] {
  for (const path of texts.keys()) requireInside(path)
  const changed = [...texts].filter(([path, text]) => readText(join(root, path)) !== text)
  for (const [path, text] of changed) writeWhole(join(root, path), text)
  return changed.map(([path]) => path)
}

/** Names of files are made from names in the config, which must not lead anywhere else. */
function requireInside(path: string): void {
  if (isAbsolute(path) || normalize(path).startsWith('..')) throw new Error(`${path} is outside the project`)
}

/**
 * Committed files that are not what the config compiles to, sorted: a lock or a migration that `cms build` would write
 * or remove. Writes nothing.
 */
export function findStaleOutputs(root: string, compilation: Pick<Compilation, 'outputs' | 'removed'>): string[] {
  const removed = compilation.removed.filter((path) => existsSync(join(root, path)))
  const changed = [...compilation.outputs]
    .filter(([path, text]) => !path.startsWith('.cms/') && readText(join(root, path)) !== text)
    .map(([path]) => path)
  return [...removed, ...changed].sort()
}

/** The file's text, or `null` where there is none. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const failure = error as NodeJS.ErrnoException // Node's file system throws nothing else
    if (failure.code === 'ENOENT') return null
    // Node leaves the path out when a read fails after the file was opened.
    failure.path ??= path
    throw failure
  }
}

/** A reader sees the old file or the new one, never half of it. */
function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(unfinished, text)
    renameSync(unfinished, path)
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path }) // the file that was wanted, not the unfinished one
  }
}
