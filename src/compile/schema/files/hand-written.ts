import type { Finding } from '../../diagnostics/diagnostic.ts'
import { makeStep } from '../steps/step.ts'
import { MIGRATIONS_FOLDER, type Seal } from './history.ts'
import {
  isMadeOn,
  isWrittenByHand,
  type MigrationFile,
  parseMigration,
  placeAfter,
  printMigration,
} from './migration-file.ts'
import type { Reshaping } from './reshaping.ts'

/**
 * Creates an empty data migration after the others.
 * @param words short description, after which the file and its step are named
 * @param schema hash of the schema, which the migration does not change
 */
export function createDataMigration(words: string, last: MigrationFile | undefined, schema: string): MigrationFile {
  const header = { origin: 'hand', parent: last?.checksum ?? null, before: schema, after: schema } as const
  const step = makeStep({ kind: 'by-hand', words: `data migration: ${words}` }, [], [INVITATION])
  const number = String((last?.number ?? 0) + 1).padStart(4, '0')
  return parseMigration(`${number}_${slugOf(words) || 'data'}.sql`, printMigration(header, [step]))
}

const INVITATION = 'Its SQL goes below. It may change rows, never the schema; each build tries it on an empty database.'

/**
 * Converts words to a name: `Fill in the summaries!` → `fill_in_the_summaries`; empty if no letter or digit remains.
 */
export function slugOf(words: string): string {
  const plain = words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 50)
    .replace(/^_+|_+$/g, '')
}

/** Rebases migrations that are not in git onto those before them that have been changed. */
export function rebaseMigration(files: readonly MigrationFile[], seal: () => Seal): readonly MigrationFile[] {
  if (files.every((file, index) => isMadeOn(file, files[index - 1]))) return files
  const { isSealed } = seal()
  return files.reduce<MigrationFile[]>((chain, file) => {
    const before = chain.at(-1)
    const fits = isMadeOn(file, before) || isSealed(file)
    chain.push(fits ? file : placeAfter(file, before))
    return chain
  }, [])
}

/** Finds handwritten migrations without SQL that are not in git. They are left out until they have SQL. */
export function findWaiting(files: readonly MigrationFile[], seal: () => Seal): readonly MigrationFile[] {
  return files.filter((file) => isWrittenByHand(file) && isEmpty(file) && !seal().isSealed(file))
}

function isEmpty(file: MigrationFile): boolean {
  return file.steps.every((step) => step.statements.length === 0)
}

export function waits(file: MigrationFile): Finding {
  return {
    code: 'migration-empty',
    severity: 'warning',
    message: `${file.name} has no SQL yet, and is skipped until it does`,
    hint: 'write it below the comment, or delete the file',
    at: { file: `${MIGRATIONS_FOLDER}/${file.name}` },
  }
}

export function reshapes({ file, change, line }: Reshaping): Finding {
  return {
    code: 'migration-reshapes',
    message: `${file.name} is handwritten and ${change}: such a migration may change rows, never the schema`,
    hint: 'declare the change in the config, and `cms build` plans it',
    at: { file: `${MIGRATIONS_FOLDER}/${file.name}`, line, column: 1 },
  }
}
