import type { DiagnosticCode } from '../../diagnostics/codes.ts'
import type { Finding } from '../../diagnostics/diagnostic.ts'
import { MIGRATIONS_FOLDER, type Seal } from './history.ts'
import { isMadeOn, type MigrationFile } from './migration-file.ts'

/**
 * Checks that the migrations form one chain: numbers without gaps and forks, each based on the one before, and none
 * changed since it was committed to git. A migration that is not in git may be based on one that was changed, because
 * it is rebased.
 */
export function checkChain(files: readonly MigrationFile[], seal: () => Seal): Finding[] {
  const conflicts = files.filter(hasConflict).map(conflict)
  if (conflicts.length > 0) return conflicts
  // Everything after the first fork is a consequence of it.
  const fork = files.flatMap((file, index) => checkFork(file, index, files)).slice(0, 1)
  if (fork.length > 0) return fork
  const gaps = files.flatMap((file, index) => checkNumber(file, files[index - 1]))
  if (gaps.length > 0) return gaps
  const edits = checkEdits(files, seal)
  const isFirst = ({ at }: Finding, index: number) =>
    edits.findIndex((other) => JSON.stringify(other.at) === JSON.stringify(at)) === index
  return edits.filter(isFirst)
}

export function hasConflict(file: MigrationFile): boolean {
  return /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/m.test(file.text)
}

function conflict(file: MigrationFile): Finding {
  const hint = 'run `cms migrate rebase`: it keeps the migrations of the other branch, and plans the rest again'
  return at(file, 'migration-conflict', `${file.name} has merge conflict markers`, hint)
}

function checkFork(file: MigrationFile, index: number, files: readonly MigrationFile[]): Finding[] {
  const before = files[index - 1]
  if (!before) return []
  if (file.number === before.number) {
    const message = `${file.name} and ${before.name} have the same number: they come from two branches`
    return [at(file, 'migration-fork', message, FORK)]
  }
  if (!file.header || isMadeOn(file, before) || file.number !== before.number + 1) return []
  const base = file.header.parent === null ? -1 : files.findIndex(({ checksum }) => checksum === file.header?.parent)
  const other = files[base + 1]
  if (!other || base >= index || (file.header.parent !== null && base === -1)) return []
  const parent = files[base]?.name ?? 'an empty database'
  const message = `${file.name} and ${other.name} were both created on top of ${parent}: they come from two branches`
  return [at(file, 'migration-fork', message, FORK)]
}

const FORK = 'run `cms migrate rebase`: it moves the migrations of this branch after those of the other branch'

function checkNumber(file: MigrationFile, before: MigrationFile | undefined): Finding[] {
  if (file.number === (before?.number ?? 0) + 1) return []
  const message = `${file.name} follows ${before?.name ?? 'nothing'}: a migration is missing in between`
  return [at(file, 'migration-gap', message, GAP)]
}

const GAP = 'restore the missing file from git; if git never had it, run `cms migrate rebase`'

function checkEdits(files: readonly MigrationFile[], seal: () => Seal): Finding[] {
  const broken = files.flatMap((file, index) => {
    const before = files[index - 1]
    return file.header && !isMadeOn(file, before) && !mayBeLaidAnew(file, before, seal())
      ? [replaced(file, before)]
      : []
  })
  return [...broken, ...editedSinceSealed(files, seal).map(edited)]
}

function mayBeLaidAnew(file: MigrationFile, before: MigrationFile | undefined, seal: Seal): boolean {
  if (seal.isSealed(file)) return false
  return before === undefined || !seal.isSealed(before) || seal.compare(before) === 'same'
}

const intact = new Set<string>()

/**
 * Returns the migrations that were edited after they were committed. A chain without edited migrations is remembered by
 * the checksum of its last migration, which covers all others.
 */
function editedSinceSealed(files: readonly MigrationFile[], seal: () => Seal): MigrationFile[] {
  const last = files.at(-1)
  if (!last || intact.has(last.checksum)) return []
  const { compare, isSealed } = seal()
  const found = files.filter((file) => isSealed(file) && compare(file) === 'other')
  if (found.length === 0) intact.add(last.checksum)
  return found
}

function replaced(file: MigrationFile, before: MigrationFile | undefined): Finding {
  const message = before
    ? `${before.name} was changed after ${file.name} had been created on top of it`
    : `${file.name} was created on top of a migration that no longer exists`
  return at(before ?? file, 'migration-edited', message, EDITED)
}

function edited(file: MigrationFile): Finding {
  return at(file, 'migration-edited', `${file.name} was changed after it was committed`, EDITED)
}

const EDITED = 'restore it from git: a migration that may have been applied must not change'

function at(file: MigrationFile, code: DiagnosticCode, message: string, hint: string): Finding {
  return { code, message, hint, at: { file: `${MIGRATIONS_FOLDER}/${file.name}` } }
}
