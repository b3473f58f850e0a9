import { checkChain } from '../schema/files/check-history.ts'
import { git, refsNamed } from '../schema/files/git.ts'
import { blobsIn, MIGRATIONS_FOLDER, type Seal } from '../schema/files/history.ts'
import { type MigrationFile, parseMigration } from '../schema/files/migration-file.ts'

/** The migrations of the base commit, which must not change. */
export interface Base {
  /** Name of the ref for git: `main`, `MERGE_HEAD`. */
  readonly ref: string
  /** Name of the base for people. */
  readonly name: string
  readonly files: readonly MigrationFile[]
}

/** Reason why there is no base. */
export type NoBase =
  | { readonly kind: 'no-git' }
  | { readonly kind: 'unknown-ref'; readonly ref: string }
  /** The base has a migration that this folder lacks: it has not been merged yet. */
  | { readonly kind: 'not-merged'; readonly name: string; readonly missing: string }
  /** No branch or commit has migrations to compare with. */
  | { readonly kind: 'none' }

/**
 * Finds the base for the local migrations: the main branch, or the branch that was merged. Of several candidates the
 * first is used, unless another contains it.
 * @param present names of the migrations in the folder
 * @param onto a ref that the user names
 */
export function findBase(root: string, present: ReadonlySet<string>, onto?: string): Base | NoBase {
  if (git(root, 'rev-parse', '--is-inside-work-tree') === null) return { kind: 'no-git' }
  if (onto !== undefined) {
    const base = readBase(root, { ref: onto, name: onto })
    if (!base) return { kind: 'unknown-ref', ref: onto }
    const missing = missingOf(base, present)
    return missing ? { kind: 'not-merged', name: onto, missing } : base
  }
  const found = candidates(root).flatMap((candidate) => readBase(root, candidate) ?? [])
  const chains = found.filter((base) => base.files.length > 0 && checkChain(base.files, sealed).length === 0)
  const merged = chains.filter((base) => !missingOf(base, present))
  const best = merged.reduce<Base | null>((base, other) => (base && !continues(other, base) ? base : other), null)
  const ahead = chains.find((base) => missingOf(base, present))
  if (best) return best
  return ahead ? { kind: 'not-merged', name: ahead.name, missing: missingOf(ahead, present) ?? '' } : { kind: 'none' }
}

function continues(other: Base, base: Base): boolean {
  const has = base.files.every((file, index) => other.files[index]?.checksum === file.checksum)
  return has && other.files.length > base.files.length
}

/** Returns a seal for migrations read from git, whose contents are already known. */
const sealed = (): Seal => ({ isSealed: () => true, compare: () => 'same', notesPending: false, noted: [] })

type Candidate = Pick<Base, 'ref' | 'name'>

function candidates(root: string): Candidate[] {
  const branch =
    git(root, 'symbolic-ref', '-q', 'HEAD')
      ?.trim()
      .replace(/^refs\/heads\//, '') ?? ''
  const remote = ['origin/HEAD', 'origin/main', 'origin/master'].map(same)
  // On the main branch, that branch itself is the base; on any other branch, it is the branch that was merged.
  if (branch === 'main' || branch === 'master') {
    return [...remote, { ref: 'HEAD', name: branch }, { ref: 'HEAD^1', name: `${branch} before the merge` }]
  }
  const merged: Candidate[] = [
    { ref: 'MERGE_HEAD', name: 'the branch that is being merged' },
    { ref: 'HEAD^2', name: 'the branch that was merged' },
  ]
  return [...['main', 'master'].map(same), ...remote, ...merged, { ref: 'HEAD', name: 'the last commit' }]
}

function same(ref: string): Candidate {
  return { ref, name: ref }
}

function readBase(root: string, { ref: short, name }: Candidate): Base | null {
  const ref = refsNamed(short).find((one) => git(root, 'rev-parse', '-q', '--verify', `${one}^{commit}`) !== null)
  const blobs = ref === undefined ? null : blobsIn(root, ref)
  if (ref === undefined || !blobs) return null
  const names = [...blobs.keys()].filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort()
  const files = names.map((file) => parseMigration(file, textIn(root, ref, file)))
  return { ref, name, files }
}

function textIn(root: string, ref: string, file: string): string {
  return (git(root, 'show', `${ref}:./${MIGRATIONS_FOLDER}/${file}`) ?? '').replaceAll('\r\n', '\n')
}

function missingOf(base: Base, present: ReadonlySet<string>): string | undefined {
  return base.files.find((file) => !present.has(file.name))?.name
}
