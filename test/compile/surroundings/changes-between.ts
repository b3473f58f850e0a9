import type { Change } from '../../../src/compile/review/change.ts'
import { compareSurroundings } from '../../../src/compile/surroundings/compare-surroundings.ts'
import type { Tree, TreeFile } from '../../../src/compile/surroundings/tree.ts'

/** A file by its text or bytes, a link by its target, a script that can be executed, or the commit of a repository. */
export type Content =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly executable: string }
  | { readonly submodule: string }

export type Files = Readonly<Record<string, Content>>

/** Compares two states of a repository. */
export function compareFiles(before: Files, after: Files, project = ''): Change[] {
  return compareSurroundings({ before: treeOf(before), after: treeOf(after), project })
}

/** Compares them, and returns changes as a reviewer reads them: `class: message`, with notes below. */
export function changesBetween(before: Files, after: Files, project = ''): string[] {
  return compareFiles(before, after, project).flatMap(({ class: grade, message, notes = [] }) => [
    `${grade}: ${message}`,
    ...notes.map((note) => `  ${note}`),
  ])
}

function treeOf(files: Files): Tree {
  return new Map(Object.entries(files).map(([path, content]): [string, TreeFile] => [path, fileOf(content)]))
}

function fileOf(content: Content): TreeFile {
  if (typeof content === 'string') return file('file', new TextEncoder().encode(content))
  if (content instanceof Uint8Array) return file('file', content)
  if ('submodule' in content) return { mode: 'submodule', id: content.submodule, read: () => null }
  return 'link' in content
    ? file('link', new TextEncoder().encode(content.link))
    : file('executable', new TextEncoder().encode(content.executable))
}

function file(mode: TreeFile['mode'], bytes: Uint8Array): TreeFile {
  return { mode, id: Buffer.from(bytes).toString('hex'), read: () => bytes }
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
