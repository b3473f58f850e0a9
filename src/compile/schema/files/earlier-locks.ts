import { statSync } from 'node:fs'
import { join } from 'node:path'
import { git } from './git.ts'
import { LOCK_FILE } from './lock-format.ts'
import { readIfThere } from './read-if-there.ts'

/** Copy of the lock from before the pending migration, if the project is not in a git repository. */
export const PENDING_LOCK = '.cms/pending.lock.json'

/**
 * Yields the locks that git has for the working copy, the newest first; then the one on disk, which a build may have
 * written after the last commit, and the copy from before the pending migration.
 */
export function* earlierLocks(root: string): Generator<string> {
  const committed = committedLock(root)
  if (committed !== null) yield committed
  yield* locksIn(root, 'HEAD')
  for (const path of [LOCK_FILE, PENDING_LOCK]) {
    const text = readIfThere(join(root, path))
    if (text !== undefined) yield text
  }
}

/**
 * Yields the locks of commits and of those before them, the newest first.
 * @param commits names of commits for git; nothing is yielded if git does not know one of them
 */
export function* locksIn(root: string, ...commits: readonly string[]): Generator<string> {
  const options = ['--format=%H', '--full-history', `--max-count=${MOST}`]
  const found = git(root, 'log', ...options, ...commits, '--', LOCK_FILE)
  for (const commit of (found ?? '').split('\n').filter((line) => line !== '')) {
    const text = git(root, 'show', `${commit}:./${LOCK_FILE}`)
    if (text !== null) yield text
  }
}

/** Maximum number of commits whose locks are read. */
const MOST = 200

/** The last lock that git returned, valid while HEAD does not change. */
let shown: { readonly root: string; readonly head: string; readonly lock: string | null } | null = null

function committedLock(root: string): string | null {
  const head = headMoves(root)
  if (head !== null && shown?.root === root && shown.head === head) return shown.lock
  const lock = git(root, 'show', `HEAD:./${LOCK_FILE}`)
  shown = head === null ? null : { root, head, lock }
  return lock
}

/**
 * Returns a value that changes whenever HEAD does, from the metadata of git's log of HEAD; `null` if there is no log.
 */
function headMoves(root: string): string | null {
  const log = statSync(join(root, '.git', 'logs', 'HEAD'), { throwIfNoEntry: false })
  return log ? `${log.mtimeMs} ${log.size} ${log.ino}` : null
}
