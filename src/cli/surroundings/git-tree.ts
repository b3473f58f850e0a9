import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { kindOf } from '../../compile/surroundings/file-kinds.ts'
import type { Tree, TreeFile } from '../../compile/surroundings/tree.ts'
import { Failure } from '../failure.ts'
import { gitOutput, gitText } from '../git.ts'

/**
 * Lists the files of the whole repository at a commit.
 * @throws Failure if git cannot list the files
 */
export function treeAtCommit(root: string, commit: string): Tree {
  const lines = required(gitText(root, 'ls-tree', '-r', '-z', '--full-tree', commit)).split('\0')
  const entries = lines.flatMap((line) => {
    const [, mode = '', id = '', path] = /^(\d+) \w+ (\w+)\t(.+)$/s.exec(line) ?? []
    return path === undefined ? [] : [{ path, mode, id }]
  })
  // One call of git reads all that may be needed.
  const expected = entries.filter(({ path, mode }) => mode === LINK || isRead(path)).map(({ id }) => id)
  let blobs: ReadonlyMap<string, Uint8Array> | undefined
  const read = (id: string) => {
    blobs ??= readBlobs(root, expected)
    return blobs.get(id) ?? gitOutput(root, ['cat-file', 'blob', id])
  }
  return new Map(
    entries.map(({ path, mode, id }): [string, TreeFile] => {
      return [path, { mode: MODES[mode] ?? 'file', id, read: () => (mode === SUBMODULE ? null : read(id)) }]
    }),
  )
}

function isRead(path: string): boolean {
  const at = kindOf(path)
  return at !== null && at.kind.how !== 'bytes'
}

function readBlobs(root: string, ids: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const output = required(gitOutput(root, ['cat-file', '--batch'], ids.map((id) => `${id}\n`).join('')))
  const blobs = new Map<string, Uint8Array>()
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at)
    const [, id, size] = /^(\w+) blob (\d+)$/.exec(output.toString('utf8', at, end)) ?? []
    if (id !== undefined) blobs.set(id, output.subarray(end + 1, end + 1 + Number(size)))
    at = id === undefined ? end + 1 : end + 2 + Number(size)
  }
  return blobs
}

function required<T>(output: T | null): T {
  if (output === null) throw new Failure('git cannot list the files to compare.', { hint: 'Run `git fsck`.' })
  return output
}

const LINK = '120000'
const SUBMODULE = '160000'

const MODES: Readonly<Record<string, TreeFile['mode']>> = {
  '100644': 'file',
  '100755': 'executable',
  [LINK]: 'link',
  [SUBMODULE]: 'submodule',
}

/**
 * Returns the files of the working tree: those that differ from a commit are read from the disk. Ignored files are left
 * out unless they are committed.
 * @param base the files of the commit
 * @throws Failure if git cannot list the files
 */
export function workingTree(root: string, commit: string, base: Tree): Tree {
  const top = required(gitText(root, 'rev-parse', '--show-toplevel')).replace(/\n$/, '')
  const files = new Map(base)
  for (const { path, mode } of changesSince(top, commit)) {
    if (mode === null) files.delete(path)
    else files.set(path, fileOnDisk(join(top, path), mode, files.get(path)?.id ?? ''))
  }
  for (const path of required(gitText(top, 'ls-files', '-z', '--others', '--exclude-standard')).split('\0')) {
    // A path that ends with a slash is a folder with a repository of its own.
    if (path !== '' && !path.endsWith('/')) files.set(path, fileOnDisk(join(top, path), '100644', ''))
  }
  return files
}

interface ChangedFile {
  readonly path: string
  /** Mode of the file on the disk; `null` if it was removed. */
  readonly mode: string | null
}

const RAW = [
  '--raw',
  '-z',
  '--no-renames',
  '--no-relative',
  '--no-ext-diff',
  '--no-abbrev',
  '--ignore-submodules=dirty',
]

function changesSince(top: string, commit: string): ChangedFile[] {
  const parts = required(gitText(top, 'diff', ...RAW, commit)).split('\0')
  return parts.flatMap((part, index): ChangedFile[] => {
    const path = parts[index + 1]
    const [, mode] = index % 2 === 0 ? (/^:\d+ (\d+) /.exec(part) ?? []) : []
    return mode === undefined || path === undefined ? [] : [{ path, mode: /^0+$/.test(mode) ? null : mode }]
  })
}

function fileOnDisk(path: string, mode: string, idBefore: string): TreeFile {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return {
    mode: isLink ? 'link' : (MODES[mode] ?? 'file'),
    id: `changed from ${idBefore}`,
    read() {
      try {
        return isLink ? new TextEncoder().encode(readlinkSync(path)) : readFileSync(path)
      } catch {
        return null // reported as a file that cannot be compared
      }
    },
  }
}
