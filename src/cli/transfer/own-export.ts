import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { ndjsonFiles } from './read-batches.ts'

/** Number of bytes from the beginning of a file that show whether it is an export. */
const BEGINNING = 1024

/**
 * Tells whether `cms export` seems to have written a file, or the files of a folder. Only the first file that is not
 * empty is looked at; a collection without documents has an empty file.
 * @param path path of an existing file or folder
 */
export function isOwnExport(path: string): boolean {
  const paths = statSync(path).isDirectory() ? ndjsonFiles(path) : [path]
  const first = paths.map(beginningOf).find((text) => text.trim() !== '')
  if (first !== undefined) return beginsLikeExport(first)
  return paths.some((file) => file.endsWith('.ndjson'))
}

/** Tells whether a text begins like a line of `cms export`, which names a collection and contains a document. */
export function beginsLikeExport(text: string): boolean {
  return /^\s*\{\s*"collection"\s*:\s*"[^"]*"\s*,\s*"document"\s*:/.test(text)
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(BEGINNING)
    return new TextDecoder().decode(bytes.subarray(0, readSync(file, bytes)))
  } finally {
    closeSync(file)
  }
}
