import type { Compilation } from '../compilation.ts'
import { compile } from '../compile.ts'
import { checkChain, hasConflict } from '../schema/files/check-history.ts'
import { locksIn } from '../schema/files/earlier-locks.ts'
import { type History, MIGRATIONS_FOLDER, readHistory, type Seal } from '../schema/files/history.ts'
import { isWrittenByHand, type MigrationFile, parseMigration, placeAfter } from '../schema/files/migration-file.ts'
import { replay } from '../schema/files/replay.ts'
import { ReplayError } from '../schema/files/run-statements.ts'
import { hashSchema } from '../schema/sql/canonical.ts'
import { type Base, findBase, type NoBase } from './find-base.ts'
import { keyOfOperation, type SharedStep, stepsOfBoth } from './shared-steps.ts'

/** Migrations of this branch, rebased onto those of another one. */
export interface Rebased {
  readonly kind: 'rebased'
  readonly base: Base
  /** Files to write: the whole program, the lock, and the new or moved migrations. */
  readonly compilation: Compilation
  /** Names of the branch's migrations before and after; `null` for a migration that was replaced. */
  readonly moved: readonly { readonly from: string; readonly to: string | null }[]
  /** Migrations that were planned for the rest of the change. */
  readonly planned: readonly string[]
  /** Migrations that both branches generated under one name, restored to the version of the base. */
  readonly restored: readonly string[]
  /** Changes that both branches make, described by their steps. */
  readonly shared: readonly SharedStep[]
}

export type RebaseOutcome =
  | Rebased
  | NoBase
  | { readonly kind: 'nothing'; readonly base: Base }
  /** Both branches changed the same file, which only a person can merge. */
  | { readonly kind: 'conflict'; readonly file: string }
  /** A handwritten migration fails after the migrations of the other branch. */
  | { readonly kind: 'refused'; readonly file: string; readonly reason: string; readonly statement: string }
  /** The config has errors, or the change needs a declaration. */
  | { readonly kind: 'mistakes'; readonly compilation: Compilation }

/**
 * Moves the migrations of this branch after those of another branch, which stay as they are. The net change is planned
 * again, and handwritten migrations follow with new numbers. Nothing is written.
 */
export async function rebaseMigrations(root: string, onto?: string): Promise<RebaseOutcome> {
  const { files, seal } = readHistory(root)
  const base = findBase(root, new Set(files.map((file) => file.name)), onto)
  if (!('files' in base)) return base
  const branch = branchFiles(files, base)
  const lost = branch.find((file) => hasConflict(file) && !isGenerated(file, base))
  if (lost) return { kind: 'conflict', file: lost.name }
  if (beginsWithBase(files, base) && checkChain(files, seal).length === 0) return { kind: 'nothing', base }
  try {
    const outcome = await planOnBase(
      root,
      base,
      branch.filter((file) => !hasConflict(file)),
    )
    const restored = branch.filter(hasConflict).map((file) => file.name)
    return outcome.kind === 'rebased' ? { ...outcome, restored } : outcome
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error
    return { kind: 'refused', file: error.migration, reason: error.message, statement: error.statement }
  }
}

/** Returns the migrations in the folder that the base does not have with the same text. */
function branchFiles(files: readonly MigrationFile[], base: Base): readonly MigrationFile[] {
  const theirs = new Set(base.files.map((file) => `${file.name} ${file.checksum}`))
  return files.filter((file) => !theirs.has(`${file.name} ${file.checksum}`))
}

/** Tells whether the base generated a file of this name. If so, its version is kept, and the rest is planned again. */
function isGenerated({ name }: MigrationFile, base: Base): boolean {
  return base.files.some((file) => file.name === name && file.header?.origin === 'build')
}

/** Tells whether the folder begins with the migrations of the base. */
function beginsWithBase(files: readonly MigrationFile[], base: Base): boolean {
  return base.files.every((file, index) => files[index]?.name === file.name && files[index]?.checksum === file.checksum)
}

async function planOnBase(root: string, base: Base, branch: readonly MigrationFile[]): Promise<RebaseOutcome> {
  const byHand = branch.filter(isWrittenByHand)
  const firstBuilt = branch.findIndex((file) => !isWrittenByHand(file))
  const isHandFirst = firstBuilt === -1 || branch.slice(0, firstBuilt).length === byHand.length
  const isHandLast = branch.slice(0, branch.length - byHand.length).every((file) => !isWrittenByHand(file))
  if (isHandFirst) return planRest(root, base, branch, appendByHand(base.files, byHand))
  if (!isHandLast) return planRest(root, base, branch, appendInOrder(base.files, branch))
  const planned = await compile({ root, history: historyOf(root, base, base.files) })
  if (!planned.schema) return { kind: 'mistakes', compilation: planned }
  const chain = [...base.files, ...newMigrations(planned)]
  return planRest(root, base, branch, [...chain, ...appendByHand(chain, byHand).slice(chain.length)])
}

/** Plans the changes to the config that a chain of migrations does not contain. */
async function planRest(
  root: string,
  base: Base,
  branch: readonly MigrationFile[],
  chain: readonly MigrationFile[],
): Promise<RebaseOutcome> {
  const compilation = await compile({ root, history: historyOf(root, base, chain) })
  if (!compilation.schema) return { kind: 'mistakes', compilation }
  const after = [...chain.slice(base.files.length), ...newMigrations(compilation)]
  const texts = chain.map((file) => [pathOf(file), file.text] as const)
  const outputs = new Map([...texts, ...compilation.outputs])
  const moved = branch.map((file) => ({
    from: file.name,
    to: after.find((other) => isSameMigration(file, other))?.name ?? null,
  }))
  const kept = new Set(moved.map(({ to }) => to))
  return {
    kind: 'rebased',
    base,
    compilation: { ...compilation, outputs, removed: branch.map(pathOf).filter((path) => !outputs.has(path)) },
    moved,
    planned: after.map((file) => file.name).filter((name) => !kept.has(name)),
    restored: [],
    shared: stepsOfBoth(base, branch),
  }
}

function appendByHand(chain: readonly MigrationFile[], files: readonly MigrationFile[]): readonly MigrationFile[] {
  if (files.length === 0) return chain
  const schema = hashSchema(replay(chain).schema)
  const longer = [...chain]
  for (const file of files) longer.push(placeAfter(file, longer.at(-1), `${schema} -> ${schema}`))
  return longer
}

/**
 * Appends files, keeping the order of generated and handwritten migrations: a handwritten migration depends on those
 * generated before it.
 */
function appendInOrder(chain: readonly MigrationFile[], files: readonly MigrationFile[]): readonly MigrationFile[] {
  const longer = [...chain]
  for (const file of files) {
    const before = replay(longer)
    longer.push(placeAfter(file, longer.at(-1), `${hashSchema(before.schema)} -> ${hashSchema(before.after(file))}`))
  }
  return longer
}

/** Creates a history in which every file is sealed, so that only migrations planned here may be rewritten. */
function historyOf(root: string, { ref }: Base, files: readonly MigrationFile[]): History {
  const seal: Seal = { isSealed: () => true, compare: () => 'same', notesPending: false, noted: [] }
  return { files, seal: () => seal, locks: () => locksIn(root, ref) }
}

function newMigrations({ outputs }: Compilation): MigrationFile[] {
  const folder = `${MIGRATIONS_FOLDER}/`
  return [...outputs]
    .filter(([path]) => path.startsWith(folder))
    .map(([path, text]) => parseMigration(path.slice(folder.length), text))
}

function isSameMigration(before: MigrationFile, after: MigrationFile): boolean {
  return isWrittenByHand(before) === isWrittenByHand(after) && effectsOf(before) === effectsOf(after)
}

function effectsOf({ steps }: MigrationFile): string {
  return JSON.stringify(steps.map(({ operation, statements }) => [operation && keyOfOperation(operation), statements]))
}

function pathOf(file: MigrationFile): string {
  return `${MIGRATIONS_FOLDER}/${file.name}`
}
