import { checkChain } from '../schema/files/check-history.ts'
import { blobsIn, git, MIGRATIONS_FOLDER, type Seal } from '../schema/files/history.ts'
import { type MigrationFile, parseMigration } from '../schema/files/migration-file.ts'

/** Migrations of the base commit, which stay as they are. */
export interface Base {
  /** As git takes it: `main`, `MERGE_HEAD`. */
  readonly ref: string
  /** As people call it. */
  readonly name: string
  readonly files: readonly MigrationFile[]
}

/** Reason why there is no base. */
export type NoBase =
  | { readonly kind: 'no-git' }
  | { readonly kind: 'unknown-ref'; readonly ref: string }
  /** The branch has a migration that this folder does not: it is not merged yet. */
  | { readonly kind: 'not-merged'; readonly name: string; readonly missing: string }
  /** No branch has a chain of its own that all of this builds on. */
  | { readonly kind: 'none' }

/**
 * Finds what to lay the local migrations on: the main branch, or the one that was merged. Of several, the first, unless
 * another has all of it and more.
 * @param present names of the migrations in the folder.
 * @param onto a ref that the user names.
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

/** Seal for migrations read from git, whose contents are already known. */
const sealed = (): Seal => ({ isSealed: () => true, compare: () => 'same', notesPending: false, noted: [] })

type Candidate = Pick<Base, 'ref' | 'name'>

function candidates(root: string): Candidate[] {
  const branch = git(root, 'symbolic-ref', '-q', '--short', 'HEAD')?.trim() ?? ''
  const remote = ['origin/HEAD', 'origin/main', 'origin/master'].map(same)
  // On the main branch its own line stays, on any other what came in.
  if (branch === 'main' || branch === 'master') {
    return [...remote, { ref: 'HEAD', name: branch }, { ref: 'HEAD^1', name: `${branch} before the merge` }]
  }
  const merged: Candidate[] = [
    { ref: 'MERGE_HEAD', name: 'the branch that is being merged' },
    { ref: 'HEAD^2', name: 'the branch that was merged' },
  ]
  return [...['main', 'master'].map(same), ...remote, ...merged, { ref: 'HEAD', name: 'the commits of git' }]
}

function same(ref: string): Candidate {
  return { ref, name: ref }
}

function readBase(root: string, { ref, name }: Candidate): Base | null {
  const blobs = git(root, 'rev-parse', '-q', '--verify', `${ref}^{commit}`) === null ? null : blobsIn(root, ref)
  if (!blobs) return null
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
