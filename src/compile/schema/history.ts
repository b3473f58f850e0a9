import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MigrationFile, parseMigration } from './migration-file.ts'

/** The migrations that there are. */
export interface History {
  /** In order of their names. */
  readonly files: readonly MigrationFile[]
  /** Asks git, once. */
  readonly seal: () => Seal
}

/** Which migrations may still be rewritten. */
export interface Seal {
  /**
   * Whether others may have applied it: it is in git's HEAD. Where the project is in no git repository, every migration
   * but the one that this checkout has written itself and noted in `.cms/pending`.
   */
  readonly isSealed: (file: MigrationFile) => boolean
  /** Whether `.cms/pending` must be kept, for want of git. */
  readonly notesPending: boolean
}

/** Where the pending migration is noted in a project without git: its checksum. */
export const PENDING_NOTE = '.cms/pending'

export const MIGRATIONS_FOLDER = 'migrations'

/** Reads `migrations/`. */
export function readHistory(root: string): History {
  const files = migrationNames(root).map((name) =>
    parseMigration(name, readFileSync(join(root, MIGRATIONS_FOLDER, name), 'utf8')),
  )
  let seal: Seal | undefined
  return {
    files,
    seal: () => {
      seal ??= readSeal(root)
      return seal
    },
  }
}

function readSeal(root: string): Seal {
  const tracked = namesInHead(root)
  if (tracked) return { isSealed: (file) => tracked.has(file.name), notesPending: false }
  const pending = readIfThere(join(root, PENDING_NOTE))?.trim()
  return { isSealed: (file) => file.checksum !== pending, notesPending: true }
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

/** Names of the migrations in HEAD; `null` where there is no git or no repository. */
function namesInHead(root: string): ReadonlySet<string> | null {
  const listed = git(root, 'ls-tree', '-z', '--name-only', 'HEAD', `${MIGRATIONS_FOLDER}/`)
  if (listed !== null) return new Set(listed.split('\0').map((path) => path.slice(MIGRATIONS_FOLDER.length + 1)))
  const isRepository = git(root, 'rev-parse', '--is-inside-work-tree') !== null
  return isRepository ? new Set() : null
}

function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout : null
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
