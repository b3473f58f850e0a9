import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { LeftOut } from '../left-out.ts'
import { hasEnding, isFolder } from '../text/files.ts'
import { fileFailure } from '../text/source-failure.ts'

/** Markdown file in a folder. */
export interface MarkdownFile {
  readonly path: string
  /** Path below the root, with slashes. */
  readonly place: string
}

/** Returns the folder that contains all files, and that no path may leave. */
export function rootOf(path: string): string {
  return isFolder(path) ? path : dirname(path)
}

export function isMarkdown(path: string): boolean {
  return hasEnding(path, ['.md', '.mdx', '.markdown'])
}

/** Pattern of folders without content. */
const SKIPPED = /^(?:\..*|node_modules)$/
const DEEPEST = 30

/** Finds the Markdown files below a folder, or the file at the path itself, ordered by name. Links are not followed. */
export function* walk(path: string, leftOut: LeftOut): Generator<MarkdownFile> {
  if (isFolder(path)) yield* walkFolder(path, '', leftOut, 0)
  else yield { path, place: basename(path) }
}

function* walkFolder(root: string, folder: string, leftOut: LeftOut, depth: number): Generator<MarkdownFile> {
  for (const entry of entriesOf(join(root, folder))) {
    const place = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isSymbolicLink()) leftOut.add('symbolic link')
    else if (entry.isDirectory()) {
      if (SKIPPED.test(entry.name)) continue
      if (depth === DEEPEST)
        leftOut.add(`folder below more than ${DEEPEST} others`, `folders below more than ${DEEPEST} others`)
      else yield* walkFolder(root, place, leftOut, depth + 1)
    } else if (entry.isFile() && isMarkdown(entry.name)) yield { path: join(root, place), place }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    throw fileFailure(folder, error)
  }
}
