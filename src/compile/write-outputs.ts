import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path'
import { ASSETS_FOLDER, REFERENCE_FILE } from './assets-folder.ts'
import type { Compilation } from './compilation.ts'

/**
 * Writes changed outputs, and removes obsolete ones; returns the paths, relative to the project.
 * @throws the file system's error if a folder cannot be written
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

/** Returns the paths of the files in a folder and its subfolders, relative to the project. */
function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
}

/**
 * Writes the files whose contents change; returns their paths.
 * @param texts contents by path relative to the project
 * @throws the file system's error if a folder cannot be written
 */
export function writeTexts(root: string, texts: ReadonlyMap<string, string>): string[] {
  for (const path of texts.keys()) requireInside(path)
  const changed = [...texts].filter(([path, text]) => readText(join(root, path)) !== text)
  for (const [path, text] of changed) writeWhole(join(root, path), text)
  return changed.map(([path]) => path)
}

/** Checks that a path stays in the project, because names of files are derived from names in the config. */
function requireInside(path: string): void {
  if (isAbsolute(path) || normalize(path).startsWith('..')) throw new Error(`${path} is outside the project`)
}

/**
 * Returns committed files that differ from what the config compiles to, sorted: a lock or a migration that `cms build`
 * would write or remove. Writes nothing.
 */
export function findStaleOutputs(root: string, compilation: Pick<Compilation, 'outputs' | 'removed'>): string[] {
  const removed = compilation.removed.filter((path) => existsSync(join(root, path)))
  const changed = [...compilation.outputs]
    .filter(([path, text]) => !path.startsWith('.cms/') && readText(join(root, path)) !== text)
    .map(([path]) => path)
  return [...removed, ...changed].sort()
}

/** Returns the file's text; `null` if it does not exist. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const failure = error as NodeJS.ErrnoException // Node's file system throws nothing else
    if (failure.code === 'ENOENT') return null
    // Node omits the path if a read fails after the file was opened.
    failure.path ??= path
    throw failure
  }
}

/** Writes a file atomically: readers see the old file or the new one. */
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
