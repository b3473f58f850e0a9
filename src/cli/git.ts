import { spawnSync } from 'node:child_process'
import { Failure } from './failure.ts'

/** A commit to compare with. */
export interface Base {
  /** As it was asked for: `origin/main`. */
  readonly ref: string
  /** Full hash; `null` in a repository without a commit. */
  readonly commit: string | null
}

/**
 * The commit where the working tree's branch left `ref`: the ref itself where that is an ancestor, as HEAD is, or where
 * the history is too shallow to say.
 * @throws Failure outside a repository, and for a ref that does not exist
 */
export function resolveBase(root: string, ref: string): Base {
  requireRepository(root)
  const commit = commitOf(root, ref)
  if (commit === null && ref === 'HEAD') return { ref, commit: null }
  if (commit === null) {
    throw new Failure(`git knows no commit “${ref}”.`, {
      hint: ref.startsWith('origin/')
        ? 'Fetch it: `git fetch origin`.'
        : '`git branch --all` and `git tag` list what there is.',
    })
  }
  return { ref, commit: git(root, 'merge-base', commit, 'HEAD')?.trim() ?? commit }
}

/** git says why it does not take a folder for a repository: there is none, or it belongs to somebody else. */
function requireRepository(root: string): void {
  const { status, stdout, stderr } = run(root, ['rev-parse', '--is-inside-work-tree'])
  if (status === 0 && stdout.trim() === 'true') return
  const reason = stderr.split('\n', 1)[0]?.replace(/^fatal: /, '') ?? ''
  if (status !== 0 && !reason.startsWith('not a git repository')) {
    throw new Failure(`git refuses ${root}: ${reason}.`, { hint: 'Run `git status` there for what to do about it.' })
  }
  throw new Failure(`${root} is in no git repository: there is nothing to compare with.`, {
    hint: 'Run `git init` and commit what there is.',
  })
}

/** A file's text at a commit; `null` where it had none. The path is relative to the project. */
export function readAtCommit(root: string, { commit }: Base, path: string): string | null {
  return commit === null ? null : git(root, 'show', `${commit}:./${path}`)
}

/** The names of files in a folder of the project at a commit. */
export function listAtCommit(root: string, { commit }: Base, folder: string): readonly string[] {
  const listed = commit === null ? null : git(root, 'ls-tree', '-z', '--name-only', commit, `${folder}/`)
  return (listed ?? '')
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.slice(folder.length + 1))
}

/** The way from the repository's root to the project, with a closing `/`; empty where they are the same. */
export function prefixInRepository(root: string): string {
  return git(root, 'rev-parse', '--show-prefix')?.trim() ?? ''
}

/** `--end-of-options`: a ref is never taken for an option of git. */
function commitOf(root: string, ref: string): string | null {
  if (ref === '') return null
  return git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)?.trim() || null
}

const LONGEST_OUTPUT = 256 * 1024 * 1024

/** What git prints; `null` where it refuses. */
function git(root: string, ...args: readonly string[]): string | null {
  const { status, stdout } = run(root, args)
  return status === 0 ? stdout : null
}

function run(root: string, args: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', root, ...args], {
    encoding: 'utf8',
    maxBuffer: LONGEST_OUTPUT,
    // What git says is read here, in its own words.
    env: { ...process.env, LC_ALL: 'C' },
  })
  if (error && 'code' in error && error.code === 'ENOENT') throw new Failure('git is not installed.')
  return { status, stdout, stderr }
}
