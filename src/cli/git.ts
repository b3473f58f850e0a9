import { spawnSync } from 'node:child_process'
import { refsNamed } from '../compile/schema/files/git.ts'
import { Failure } from './failure.ts'

/** Commit to compare with. */
export interface Base {
  /** Name of the commit as the user gave it: `origin/main`. */
  readonly ref: string
  /** Full hash; `null` in a repository without any commit. */
  readonly commit: string | null
}

/**
 * Returns the commit where a branch left `ref`. Returns the commit of `ref` itself if the branch contains that commit,
 * or if the history of this clone is too short to find out.
 * @param head commit of the branch; default: the commit of the working tree
 * @throws Failure outside a repository, and for a ref that does not exist
 */
export function resolveBase(root: string, ref: string, head = 'HEAD'): Base {
  requireRepository(root)
  if (ref === 'HEAD' && commitOf(root, ref) === null) return { ref, commit: null }
  const commit = requireCommit(root, ref)
  return { ref, commit: gitText(root, 'merge-base', commit, requireCommit(root, head))?.trim() ?? commit }
}

/** Returns the full hash of a ref. @throws Failure for a ref that does not exist */
export function requireCommit(root: string, ref: string): string {
  const commit = commitOf(root, ref)
  if (commit !== null) return commit
  throw new Failure(`git does not know the commit “${ref}”.`, { hint: hintForUnknown(root, ref) })
}

function hintForUnknown(root: string, ref: string): string {
  if (isShallow(root)) return DEEPEN
  return ref.startsWith('origin/')
    ? 'Fetch it: `git fetch origin`.'
    : '`git branch --all` and `git tag` list the names.'
}

/**
 * Returns the default base of a comparison: on a branch, the commit where it left the default branch; on the default
 * branch, the previous commit; else HEAD.
 * @throws Failure outside a repository, and if the history of this clone is too short to find the commit
 */
export function defaultBase(root: string): Base {
  requireRepository(root)
  const head = commitOf(root, 'HEAD')
  const main = head === null ? null : defaultBranch(root)
  if (head === null) return { ref: 'HEAD', commit: null }
  if (main === null) return isShallow(root) ? tooShallow() : { ref: 'HEAD', commit: head }
  const fork = gitText(root, 'merge-base', requireCommit(root, main.ref), head)?.trim() || null
  const branch = branchAt(root, 'HEAD')
  const isOnDefault = branch === undefined ? fork === head : branch === main.name
  if (!isOnDefault && fork !== null) return { ref: main.ref, commit: fork }
  const parent = commitOf(root, 'HEAD^1')
  if (isOnDefault && parent !== null) return { ref: 'HEAD^1', commit: parent }
  return isShallow(root) ? tooShallow() : { ref: 'HEAD', commit: head }
}

/**
 * Returns the default branch: the one that the remote declares as its default, or else the first `main` or `master` in
 * the remote, or else in this clone. Returns `null` if there is none.
 */
function defaultBranch(root: string): { readonly ref: string; readonly name: string } | null {
  const remoteHead = branchAt(root, 'refs/remotes/origin/HEAD')
  const refs = [...(remoteHead ? [remoteHead] : []), 'origin/main', 'origin/master', 'main', 'master']
  const ref = refs.find((candidate) => commitOf(root, candidate) !== null)
  return ref === undefined ? null : { ref, name: ref.replace(/^origin\//, '') }
}

/**
 * Returns the branch that a symbolic ref points to: `main`, `origin/main`. Does not use `git symbolic-ref --short`,
 * which returns `heads/main` if a tag has the same name.
 */
function branchAt(root: string, ref: string): string | undefined {
  return gitText(root, 'symbolic-ref', '-q', ref)
    ?.trim()
    .replace(/^refs\/(?:heads|remotes)\//, '')
}

/** Tells whether this clone has only the latest commits. */
export function isShallow(root: string): boolean {
  return gitText(root, 'rev-parse', '--is-shallow-repository')?.trim() === 'true'
}

function tooShallow(): never {
  throw new Failure(`The history of this clone ends before the commit to compare with.`, { hint: DEEPEN })
}

const DEEPEN =
  'Fetch the rest: `git fetch --unshallow origin`; in a workflow, give actions/checkout `fetch-depth: 0`. ' +
  '`--base HEAD` compares with the last commit only.'

/** Tells whether the folder is in a repository, and git is installed. */
export function isInRepository(root: string): boolean {
  const { status } = spawnSync('git', ['-C', root, 'rev-parse', '--is-inside-work-tree'], { stdio: 'ignore' })
  return status === 0
}

/**
 * Throws a failure with git's reason if the folder is not in a repository, or the repository belongs to another user.
 */
function requireRepository(root: string): void {
  const { status, stdout, stderr } = run(root, ['rev-parse', '--is-inside-work-tree'])
  if (status === 0 && stdout.toString('utf8').trim() === 'true') return
  const reason =
    stderr
      .toString('utf8')
      .split('\n', 1)[0]
      ?.replace(/^fatal: /, '') ?? ''
  if (status !== 0 && !reason.startsWith('not a git repository')) {
    throw new Failure(`git refuses ${root}: ${reason}.`, {
      hint: 'Run `git status` in that folder: it says what to do.',
    })
  }
  throw new Failure(`${root} is not in a git repository: there is nothing to compare with.`, {
    hint: 'Run `git init` and commit the files.',
  })
}

/**
 * Returns the text of a file at a commit; `null` if the commit does not contain the file. The path is relative to the
 * project.
 */
export function readAtCommit(root: string, { commit }: Base, path: string): string | null {
  return commit === null ? null : gitText(root, 'show', `${commit}:./${path}`)
}

/** Lists the names of the files that a folder of the project had at a commit. */
export function listAtCommit(root: string, { commit }: Base, folder: string): readonly string[] {
  const listed = commit === null ? null : gitText(root, 'ls-tree', '-z', '--name-only', commit, `${folder}/`)
  return (listed ?? '')
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.slice(folder.length + 1))
}

/** Returns the path from the repository's root to the project, with a closing `/`; empty if they are the same. */
export function prefixInRepository(root: string): string {
  return gitText(root, 'rev-parse', '--show-prefix')?.trim() ?? ''
}

/** Returns the hash of a ref; `null` if there is no such ref. A branch is preferred to a tag of the same name. */
function commitOf(root: string, ref: string): string | null {
  if (ref === '') return null
  const [found] = refsNamed(ref).flatMap((name) => hashOf(root, name) ?? [])
  return found ?? null
}

function hashOf(root: string, ref: string): string | null {
  return gitText(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)?.trim() || null
}

const LONGEST_OUTPUT = 256 * 1024 * 1024

/** Returns the output of git as text; `null` if git fails. */
export function gitText(root: string, ...args: readonly string[]): string | null {
  return gitOutput(root, args)?.toString('utf8') ?? null
}

/** Returns the output of git; `null` if git fails. */
export function gitOutput(root: string, args: readonly string[], input?: string): Buffer | null {
  const { status, stdout } = run(root, args, input)
  return status === 0 ? stdout : null
}

function run(root: string, args: readonly string[], input = '') {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', root, ...args], {
    input,
    maxBuffer: LONGEST_OUTPUT,
    // Git's messages are parsed here, so they must be in English; a comparison writes nothing.
    env: { ...process.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
  })
  if (error && 'code' in error && error.code === 'ENOENT') throw new Failure('git is not installed.')
  return { status, stdout, stderr }
}
