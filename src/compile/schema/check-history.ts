import type { Finding } from '../diagnostics/diagnostic.ts'
import { MIGRATIONS_FOLDER } from './history.ts'
import type { MigrationFile } from './migration-file.ts'

/** Whether the migrations form one chain: numbers without gaps and forks, each made on top of the one before. */
export function checkHistory(files: readonly MigrationFile[]): Finding[] {
  return files.flatMap((file, index) => {
    const before = files[index - 1]
    return [...checkConflict(file), ...checkNumber(file, before), ...checkParent(file, before)].slice(0, 1)
  })
}

function checkConflict(file: MigrationFile): Finding[] {
  if (!/^(?:<{7}|={7}|>{7})/m.test(file.text)) return []
  return [
    at(
      file,
      'migration-conflict',
      `${file.name} has merge conflict markers in it`,
      'take one side, then run cms build',
    ),
  ]
}

function checkNumber(file: MigrationFile, before: MigrationFile | undefined): Finding[] {
  const expected = (before?.number ?? 0) + 1
  if (file.number === expected) return []
  if (before && file.number === before.number) {
    return [
      at(
        file,
        'migration-fork',
        `${file.name} and ${before.name} have the same number: two branches each made one`,
        FORK,
      ),
    ]
  }
  return [
    at(
      file,
      'migration-gap',
      `${file.name} follows ${before?.name ?? 'nothing'}: a migration is missing in between`,
      GAP,
    ),
  ]
}

const FORK = 'keep the one that git had first, delete the other, and run cms build: it plans what is missing anew'
const GAP = 'bring the missing file back from git'

function checkParent(file: MigrationFile, before: MigrationFile | undefined): Finding[] {
  if (!file.header || file.header.parent === (before?.checksum ?? null)) return []
  const message = before
    ? `${before.name} was changed after ${file.name} had been made on top of it`
    : `${file.name} was made on top of a migration that is gone`
  return [
    at(
      before ?? file,
      'migration-edited',
      message,
      'bring it back from git: a migration that may have been applied must not change',
    ),
  ]
}

function at(file: MigrationFile, code: string, message: string, hint: string): Finding {
  return { code, message, hint, at: { file: `${MIGRATIONS_FOLDER}/${file.name}` } }
}
