import { dirname, posix } from 'node:path'

/** A file of a repository, as a commit or the working tree has it. */
export interface TreeFile {
  readonly mode: 'file' | 'executable' | 'link' | 'submodule'
  /** Identity of the contents: files with equal ids are equal. */
  readonly id: string
  /** Returns the contents or, for a link that is not followed, its target; `null` if they cannot be read. */
  readonly read: () => Uint8Array | null
  /** Path of the file that is read in place of this one, which is a link or below a linked folder. */
  readonly target?: string
}

/** Files of a whole repository by their paths from its root, with `/`. */
export type Tree = ReadonlyMap<string, TreeFile>

/** Maximum number of links in a chain. */
const LONGEST_CHAIN = 8

/**
 * Returns the tree as programs see it, which follow links: a link has the contents of its target, and a linked folder
 * has files. A link out of the repository, or to nothing, cannot be read.
 */
export function followLinks(tree: Tree): Tree {
  const files = new Map(tree)
  let open = [...tree].filter(([, { mode }]) => mode === 'link').map(([path]) => path)
  for (let round = 0; open.length > 0 && round < LONGEST_CHAIN; round++) {
    const before = new Map(files)
    open = open.filter((path) => !follow(path, before, files))
  }
  for (const path of open) {
    const target = addressOf(path, files.get(path))
    files.set(path, { mode: 'link', id: `link to ${target}`, read: () => null, target })
  }
  return files
}

/** Replaces one link; returns whether its target was found. */
function follow(path: string, before: Tree, files: Map<string, TreeFile>): boolean {
  const target = addressOf(path, before.get(path))
  const found = before.get(target)
  if (found?.mode === 'file' || found?.mode === 'executable' || found?.target !== undefined) {
    files.set(path, linked(found, target))
    return true
  }
  const inside = [...before].filter(([name, { mode }]) => name.startsWith(`${target}/`) && mode !== 'link')
  if (inside.length === 0) return false
  files.delete(path)
  for (const [name, file] of inside) files.set(`${path}${name.slice(target.length)}`, linked(file, name))
  return true
}

function linked({ id, read }: TreeFile, target: string): TreeFile {
  return { mode: 'link', id: `link to ${target}: ${id}`, read, target }
}

function addressOf(path: string, link: TreeFile | undefined): string {
  const text = new TextDecoder().decode(link?.read() ?? new Uint8Array())
  return text.startsWith('/') ? text : posix.join(dirname(path), text)
}
