import type { Manifest, Schema } from '../../manifest/index.ts'
import type { Sides } from '../backfills/judge-backfills.ts'
import type { Finding } from '../diagnostics/diagnostic.ts'
import { hasConflict } from '../schema/files/check-history.ts'
import { reshapes } from '../schema/files/hand-written.ts'
import { blobsIn, isBlobOf } from '../schema/files/history.ts'
import { isMadeOn, isWrittenByHand, type MigrationFile } from '../schema/files/migration-file.ts'
import { replay } from '../schema/files/replay.ts'
import { findSchemaStatements } from '../schema/files/reshaping.ts'
import { collectionColumnsOf } from '../schema/model/collection-columns.ts'
import { altered, compareWithBase, nameOf } from './compare-with-base.ts'
import { differingLines } from './differing-lines.ts'
import { isExplained } from './explained-effects.ts'
import { type Guarded, judgeSql } from './judge-sql.ts'
import { type Replanned, Replanner } from './replan.ts'
import type { BaseCommit, ChainVerdict, JudgedMigration, MigrationJudgedBySql } from './verdict.ts'

/** The migrations of a folder compared with a base, and the results of planning the generated ones again. */
export interface Recomputed {
  readonly base: BaseCommit
  /**
   * Findings about altered migrations, code `migration-altered`, and about migrations written by hand that change the
   * schema, `migration-reshapes`. Empty if there are none.
   */
  readonly altered: readonly Finding[]
  /** Results, keyed by the name and text of the migration. */
  readonly replanned: ReadonlyMap<string, Replanned>
}

/**
 * Compares the migrations of a folder with those of a base, and plans again the generated ones that the base lacks.
 * Migrations that git's HEAD lacks, or has with a different text, are left to the build, which rewrites or reports
 * them; so is a chain with a fork, a gap or a conflict.
 */
export async function recompute(root: string, base: BaseCommit, files: readonly MigrationFile[]): Promise<Recomputed> {
  const { added, altered: changed } = compareWithBase(root, base, files)
  const replanned = new Map<string, Replanned>()
  if (changed.length > 0) return { base, altered: changed, replanned }
  const reshaping = findSchemaStatements(added).map(reshapes)
  if (reshaping.length > 0) return { base, altered: reshaping, replanned }
  const head = blobsIn(root, 'HEAD')
  const isCommitted = ({ name, text }: MigrationFile) => isBlobOf(text, head?.get(name) ?? '')
  const generated = isOneChain(files) ? added.filter((file) => !isWrittenByHand(file) && isCommitted(file)) : []
  const replanner = generated.length === 0 ? null : new Replanner(root, base, files)
  const findings: Finding[] = []
  for (const file of generated) {
    const outcome = await replanner?.replan(file)
    if (outcome) replanned.set(keyOf(file), outcome)
    if (outcome?.kind === 'other') findings.push(otherwisePlanned(file, outcome, base))
  }
  return { base, altered: findings, replanned }
}

function isOneChain(files: readonly MigrationFile[]): boolean {
  const checksums = new Set<string | null>([null, ...files.map(({ checksum }) => checksum)])
  return files.every((file, index) => {
    const isFork = !isMadeOn(file, files[index - 1]) && checksums.has(file.header?.parent ?? null)
    return file.number === index + 1 && !isFork && !hasConflict(file)
  })
}

export interface ChainSource {
  readonly root: string
  /** The whole chain, as the compiler would write it. */
  readonly files: readonly MigrationFile[]
  readonly recomputed: Recomputed
  readonly manifest: Pick<Manifest, 'plugins'>
  /** The lock that the compiler writes, and that of the base. They determine who may read what. */
  readonly sides: Sides
}

/**
 * Judges a chain against its base without trusting what a migration says about itself: generated migrations are planned
 * again and compared byte by byte; handwritten ones, and those that cannot be reproduced, are judged by their SQL.
 */
export function judgeChain(source: ChainSource): ChainVerdict {
  const { root, files, recomputed } = source
  const { base, altered: findings, replanned } = recomputed
  const { added } = compareWithBase(root, base, files)
  const migrations = added.map((file): JudgedMigration => {
    if (isWrittenByHand(file)) return judged(file, null, added, source)
    const outcome = replanned.get(keyOf(file))
    if (outcome?.kind === 'impossible') return judged(file, outcome.reason, added, source)
    // The other migrations are not in git. The compiler has just planned the last one.
    if (outcome?.kind === 'same') return { kind: 'recomputed', file, planned: outcome.planned, commit: outcome.commit }
    if (file === files.at(-1)) return { kind: 'recomputed', file, planned: file, commit: null }
    return judged(file, `${file.name} is not committed yet, and others follow it`, added, source)
  })
  return { base, migrations, altered: findings }
}

function keyOf({ name, text }: MigrationFile): string {
  return `${name}\n${text}`
}

function judged(
  file: MigrationFile,
  reason: string | null,
  added: readonly MigrationFile[],
  { files, manifest, sides }: ChainSource,
): MigrationJudgedBySql {
  const effects = judgeSql({
    file,
    before: schemaAfter(files.slice(0, files.indexOf(file))),
    base: schemaAfter(files.filter((candidate) => !added.includes(candidate))),
    earlier: added.slice(0, added.indexOf(file)),
    guarded: guardedBy(manifest),
    sides,
  })
  if (reason === null) return { kind: 'judged-by-sql', file, origin: 'by-hand', reason, effects }
  const carried = new Set(collectionColumnsOf(manifest).map(({ table, column }) => `${table}.${column}`))
  const unexplained = effects.filter((effect) => !isExplained(effect, file.steps, carried))
  return { kind: 'judged-by-sql', file, origin: 'not-recomputed', reason, effects: unexplained }
}

function schemaAfter(files: readonly MigrationFile[]): Schema {
  return replay(files).schema
}

function guardedBy({ plugins }: ChainSource['manifest']): Guarded {
  return {
    accessTables: new Set(plugins.flatMap(({ accessTables }) => accessTables.map((table) => table.toLowerCase()))),
    secretColumns: new Set(
      plugins.flatMap(({ secretColumns }) =>
        Object.entries(secretColumns).flatMap(([table, columns]) =>
          columns.map((column) => `${table}.${column}`.toLowerCase()),
        ),
      ),
    ),
  }
}

function otherwisePlanned(file: MigrationFile, replanned: Extract<Replanned, { kind: 'other' }>, base: BaseCommit) {
  const { planned, commit } = replanned
  const config = commit === null ? 'the config' : `the config of ${commit.slice(0, 7)}, which added it,`
  const before = `${file.name} claims to be made by \`cms build\`, but after ${nameOf(base)}, ${config} yields`
  if (planned === null) return altered(file.name, `${before} no migration at all`, ANEW)
  if (planned.text === file.text)
    return altered(file.name, `${before} the same migration under the name ${planned.name}`, ANEW)
  const message = `${before} different lines (- planned, + in the file)`
  return altered(file.name, message, ANEW, differingLines(planned.text, file.text))
}

const ANEW =
  'delete it and run `cms build`, which writes it again; put handwritten SQL into a file of `cms migrate create`'
