import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../diagnostics/diagnostic.ts'
import { hasConflict } from '../schema/files/check-history.ts'
import { git } from '../schema/files/git.ts'
import { blobsIn, isBlobOf, MIGRATIONS_FOLDER } from '../schema/files/history.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import { differingLines } from './differing-lines.ts'
import type { BaseCommit } from './verdict.ts'

/** The migrations of a folder, compared with those of a base. */
export interface Comparison {
  /** Migrations that the base lacks, in order. */
  readonly added: readonly MigrationFile[]
  readonly altered: readonly Finding[]
}

/**
 * Compares migrations with those of a base, which may have been applied: each must still exist with the same bytes,
 * except for line ends, and the folder may contain no file that other tools would apply and `cms` would not.
 */
export function compareWithBase(root: string, base: BaseCommit, files: readonly MigrationFile[]): Comparison {
  const blobs = (base.commit === null ? null : blobsIn(root, base.commit)) ?? new Map<string, string>()
  const known = [...blobs].filter(([name]) => isMigrationName(name))
  return {
    added: files.filter(({ name }) => !blobs.has(name)),
    altered: [
      ...known.flatMap(([name, blob]) => compareFile(root, base, name, blob, files)),
      ...strayFiles(root, blobs).map(stray),
      ...files.filter(({ name }) => !blobs.has(name)).flatMap(checkText),
    ],
  }
}

function isMigrationName(name: string): boolean {
  return /^\d{4}_\w+\.sql$/.test(name)
}

function compareFile(
  root: string,
  base: BaseCommit,
  name: string,
  blob: string,
  files: readonly MigrationFile[],
): Finding[] {
  const file = files.find((candidate) => candidate.name === name)
  if (!file) return [altered(name, `${name} is missing, but ${nameOf(base)} has it`, restore(base, name))]
  // Unresolved conflicts are reported elsewhere.
  if (isBlobOf(file.text, blob) || hasConflict(file)) return []
  const before = (git(root, 'cat-file', 'blob', blob) ?? '').replaceAll('\r\n', '\n')
  if (before === file.text) return []
  const message = `${name} differs from the one in ${nameOf(base)}: a migration that may have been applied must not change`
  return [altered(name, message, restore(base, name), differingLines(before, file.text))]
}

function restore({ commit }: BaseCommit, name: string): string {
  return `restore it: \`git checkout ${commit?.slice(0, 12)} -- ${MIGRATIONS_FOLDER}/${name}\``
}

/** Returns a commit's name for messages: `origin/main (3f2a1bc)`. */
export function nameOf({ ref, commit }: BaseCommit): string {
  return commit === null ? ref : `${ref} (${commit.slice(0, 7)})`
}

/**
 * Returns the finding for an altered migration.
 * @param frame the lines that differ
 */
export function altered(name: string, message: string, hint: string, frame?: string): Finding {
  const at = { file: `${MIGRATIONS_FOLDER}/${name}` }
  return { code: 'migration-altered', message, hint, ...(frame !== undefined && { frame }), at }
}

/** Finds new SQL files that `cms` does not treat as migrations, because of their names, but wrangler would apply. */
function strayFiles(root: string, known: ReadonlyMap<string, string>): string[] {
  return filesIn(join(root, MIGRATIONS_FOLDER)).filter(
    (name) => /\.sql$/i.test(name) && !isMigrationName(name) && !known.has(name),
  )
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    // The project has no migrations.
    return []
  }
}

function stray(name: string): Finding {
  return altered(
    name,
    `${JSON.stringify(name)} is not the name of a migration: \`cms\` does not read the file, but wrangler would apply it`,
    'name it 0000_words.sql with the next number, or remove it from the folder',
  )
}

/** Matches characters that an editor hides, or shows in a different order than SQLite reads them. */
const HIDDEN = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/u

function checkText(file: MigrationFile): Finding[] {
  const lines = file.text.split('\n')
  const index = lines.findIndex((line) => HIDDEN.test(line))
  if (index === -1) return []
  const code = HIDDEN.exec(lines[index] ?? '')?.[0]?.codePointAt(0) ?? 0
  const character = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return [
    altered(
      file.name,
      `${file.name}:${index + 1} contains the character ${character}, which editors show differently from how SQLite reads it`,
      'write it in SQL with `char(…)`',
    ),
  ]
}
