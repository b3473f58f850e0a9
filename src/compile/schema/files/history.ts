import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { earlierLocks } from './earlier-locks.ts'
import { git } from './git.ts'
import { type MigrationFile, parseMigration } from './migration-file.ts'
import { isMissing, readIfThere } from './read-if-there.ts'

/** The existing migrations. */
export interface History {
  /** Migrations sorted by name. */
  readonly files: readonly MigrationFile[]
  /** Reads from git, on the first call, which migrations may not be rewritten. */
  readonly seal: () => Seal
  /** Returns the texts of earlier locks, the newest first; each is read when it is needed. */
  readonly locks: () => Iterable<string>
}

/** Tells whether the next build rewrites a migration: the compiler made it, and git does not have it. */
export function isPending(file: MigrationFile, seal: History['seal']): boolean {
  return file.header?.origin === 'build' && !seal().isSealed(file)
}

/** Tells which migrations may still be rewritten. */
export interface Seal {
  /**
   * Tells whether others may have applied a migration, because it is in git's HEAD or in the branch being merged.
   * Outside a git repository, every migration counts as sealed except those that this checkout has written and recorded
   * in `.cms/pending`.
   */
  readonly isSealed: (file: MigrationFile) => boolean
  /** Compares the text with git's; `unknown` if git does not have the file. */
  readonly compare: (file: MigrationFile) => 'same' | 'other' | 'unknown'
  /** Names of migrations written by hand in this checkout, if the project is not in a git repository. */
  readonly noted: readonly string[]
  /** True if `.cms/pending` must be written, because there is no git repository. */
  readonly notesPending: boolean
}

/**
 * File that records this checkout's migrations in a project without git, one per line: the pending one by its checksum,
 * those written by hand by their names.
 */
export const PENDING_NOTE = '.cms/pending'

export const MIGRATIONS_FOLDER = 'migrations'

/** Reads `migrations/`. */
export function readHistory(root: string): History {
  const files = migrationNames(root).map((name) =>
    // A checkout on Windows may have changed the line ends; the checksum is that of the text in git.
    parseMigration(name, readFileSync(join(root, MIGRATIONS_FOLDER, name), 'utf8').replaceAll('\r\n', '\n')),
  )
  let seal: Seal | undefined
  return {
    files,
    seal: () => {
      seal ??= readSeal(root)
      return seal
    },
    locks: () => earlierLocks(root),
  }
}

function readSeal(root: string): Seal {
  const head = blobsIn(root, 'HEAD')
  if (!head) return sealWithoutGit(root)
  // During a merge, HEAD lacks what the other branch has.
  const merged = blobsIn(root, 'MERGE_HEAD') ?? new Map<string, string>()
  return {
    isSealed: (file) => head.has(file.name) || merged.has(file.name),
    compare(file) {
      const blobs = [head, merged].flatMap((names) => names.get(file.name) ?? [])
      if (blobs.length === 0) return 'unknown'
      return blobs.some((blob) => isBlobOf(file.text, blob)) ? 'same' : 'other'
    },
    notesPending: false,
    noted: [],
  }
}

function sealWithoutGit(root: string): Seal {
  const lines = (readIfThere(join(root, PENDING_NOTE)) ?? '').split('\n').filter((line) => line !== '')
  const noted = lines.filter((line) => line.endsWith('.sql'))
  return {
    isSealed: (file) => !lines.includes(file.checksum) && !noted.includes(file.name),
    compare: () => 'unknown',
    notesPending: true,
    noted,
  }
}

function migrationNames(root: string): string[] {
  try {
    return readdirSync(join(root, MIGRATIONS_FOLDER))
      .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
      .sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Returns the migrations of a commit, name → id of its text; `null` without git or such a commit. */
export function blobsIn(root: string, commit: string): ReadonlyMap<string, string> | null {
  const listed = git(root, 'ls-tree', '-z', commit, `${MIGRATIONS_FOLDER}/`)
  if (listed !== null) return new Map(listed.split('\0').flatMap(parseEntry))
  const isRepository = commit === 'HEAD' && git(root, 'rev-parse', '--is-inside-work-tree') !== null
  return isRepository ? new Map() : null
}

/** Parses `100644 blob <id>\t<path>`. */
function parseEntry(line: string): [string, string][] {
  const [, blob, path] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? []
  return blob === undefined || path === undefined ? [] : [[path.slice(MIGRATIONS_FOLDER.length + 1), blob]]
}

/** Tells whether a text has the content of this blob in git, possibly with other line ends. */
export function isBlobOf(text: string, blob: string): boolean {
  return [text, text.replaceAll('\n', '\r\n')].some((candidate) => {
    const bytes = Buffer.from(candidate)
    const hash = createHash(blob.length === 64 ? 'sha256' : 'sha1')
    return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === blob
  })
}
