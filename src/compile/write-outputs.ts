import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Compilation } from './compilation.ts'

/**
 * Writes what differs from what is on disk; returns the paths that it wrote, relative to the project.
 * @throws the file system's error where a folder cannot be written.
 */
export function writeOutputs(root: string, compilation: Compilation): string[] {
  const changed = [...compilation.outputs].filter(([path, text]) => readText(join(root, path)) !== text)
  for (const [path, text] of changed) writeWhole(join(root, path), text)
  return changed.map(([path]) => path)
}

/** The file's text, or `null` where there is none. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A reader sees the old file or the new one, never half of it. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}.tmp`
  writeFileSync(unfinished, text)
  renameSync(unfinished, path)
}
