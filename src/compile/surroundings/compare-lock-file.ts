import { posix } from 'node:path'
import { mention } from './find-runner.ts'
import type { Finding } from './finding.ts'
import { compareLocks } from './locks/compare-locks.ts'
import type { LockFile } from './locks/locked-package.ts'
import { LOCK_FILES } from './locks/read-lock-file.ts'
import { isWithin } from './place.ts'
import { flatten } from './read/flatten.ts'
import { parseText } from './read/parse.ts'
import { isDependency } from './settings/dependency-source.ts'
import type { FileChange, Surroundings } from './surroundings.ts'
import { textOf, unreadable } from './text-of.ts'
import type { Tree } from './tree.ts'

/**
 * Compares a lock file. One that is new is compared with those that the folder had, so that a project that changes its
 * package manager shows which packages come from elsewhere.
 * @param commands texts of all commands that programs of packages may run in
 */
export function compareLockFile(
  { path, folder }: FileChange,
  { before, after }: Surroundings,
  commands: readonly string[],
): Finding[] {
  const [was, is] = [before.get(path), after.get(path)]
  const others = locksIn(folder, before).filter((name) => name !== path)
  const left = locksIn(folder, after).filter((name) => name !== path)
  if (is === undefined) return [removed(left)]
  const now = readLock(path, after)
  const then = was === undefined ? together(others.map((name) => readLock(name, before))) : readLock(path, before)
  const beside = was === undefined && left.length > 0 ? [shadowing(left)] : []
  const failed = [now, then].find((read) => 'problem' in read)
  if (failed !== undefined && 'problem' in failed) return [...beside, unreadable(failed.problem)]
  const isConverted = was === undefined && others.length > 0
  const use = {
    isNamed: (program: string) => commands.some((text) => mention(program).test(text)),
    direct: [directIn(folder, before), directIn(folder, after)],
  } as const
  return [
    ...beside,
    ...(was === undefined
      ? [{ class: 'caution', kind: 'lock-new', key: 'new', message: 'the file is new' } as const]
      : []),
    ...compareLocks({ before: then as LockFile, after: now as LockFile, isConverted, use }),
  ]
}

type Read = LockFile | { readonly problem: string }

function readLock(path: string, tree: Tree): Read {
  const name = posix.basename(path).toLowerCase()
  // A binary lock file contains no text; its reader reports what to do.
  const text = name.endsWith('b') ? '' : textOf(tree.get(path))
  const read = LOCK_FILES[name]
  if (typeof text !== 'string') return text
  return read === undefined ? { problem: 'its format is unknown' } : read(text)
}

function locksIn(folder: string, tree: Tree): string[] {
  return Object.keys(LOCK_FILES)
    .map((name) => posix.join(folder, name))
    .filter((path) => tree.has(path))
}

/** Returns the names of the packages that a `package.json` in a folder, or below it, depends on. */
function directIn(folder: string, tree: Tree): ReadonlySet<string> {
  const paths = [...tree.keys()].filter(
    (path) => posix.basename(path) === 'package.json' && isWithin(path, folder.replace(/\/$/, '')),
  )
  const settings = paths.flatMap((path) => {
    const parsed = parseText('json', String(textOf(tree.get(path))))
    return 'content' in parsed ? [...flatten(parsed.content, 2).keys()] : []
  })
  return new Set(settings.filter(isDependency).map((name) => name.slice(name.indexOf('.') + 1)))
}

function together(files: readonly Read[]): Read {
  const read = files.filter((file) => 'packages' in file)
  return { packages: read.flatMap(({ packages }) => packages), rest: new Map() }
}

function removed(left: readonly string[]): Finding {
  const message = 'the file is removed'
  if (left.length > 0) return { class: 'caution', kind: 'lock-removed', key: 'removed', message }
  return {
    class: 'opens',
    kind: 'lock-removed',
    key: 'removed',
    message: `${message}: versions of packages are no longer pinned`,
  }
}

function shadowing(left: readonly string[]): Finding {
  const message = `the file is new, and package managers may read it instead of ${left.map((path) => posix.basename(path)).join(', ')}`
  return { class: 'opens', kind: 'lock-second', key: 'second', message }
}
