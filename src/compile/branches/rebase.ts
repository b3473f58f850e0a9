import type { Compilation } from '../compilation.ts'
import { compile } from '../compile.ts'
import { checkChain, hasConflict } from '../schema/files/check-history.ts'
import { type History, MIGRATIONS_FOLDER, readHistory, type Seal } from '../schema/files/history.ts'
import { isWrittenByHand, type MigrationFile, parseMigration, placeAfter } from '../schema/files/migration-file.ts'
import { replay } from '../schema/files/replay.ts'
import { ReplayError } from '../schema/files/run-statements.ts'
import { hashSchema } from '../schema/sql/canonical.ts'
import { type ByKind, type Operation, visit } from '../schema/steps/operation.ts'
import type { Step } from '../schema/steps/step.ts'
import { SUBJECTS } from '../schema/steps/subject.ts'
import { titleOf } from '../schema/steps/title.ts'
import { type Base, findBase, type NoBase } from './find-base.ts'

/** Migrations of this branch, rebased onto those of another one. */
export interface Rebased {
  readonly kind: 'rebased'
  readonly base: Base
  /** Files to write: the whole program, the lock, and the migrations that are new or have moved. */
  readonly compilation: Compilation
  /** Names of this branch's migrations before and after; `null` if another migration replaced one. */
  readonly moved: readonly { readonly from: string; readonly to: string | null }[]
  /** Migrations that were planned again for the remaining change. */
  readonly planned: readonly string[]
  /** Migrations that both branches generated under the same name; the base's text is used. */
  readonly restored: readonly string[]
  /** Changes that both branches make, with the titles of their steps. */
  readonly shared: readonly { readonly title: string; readonly base: string; readonly own: string }[]
}

export type RebaseOutcome =
  | Rebased
  | NoBase
  | { readonly kind: 'nothing'; readonly base: Base }
  /** Both branches changed the same file, and only a person can resolve that. */
  | { readonly kind: 'conflict'; readonly file: string }
  /** A migration written by hand fails after the other branch's migrations. */
  | { readonly kind: 'refused'; readonly file: string; readonly reason: string; readonly statement: string }
  /** The config has mistakes, or the change needs a declaration. */
  | { readonly kind: 'mistakes'; readonly compilation: Compilation }

/**
 * Rebases this branch's migrations onto those of another branch, which do not change: the remaining change is planned
 * again, and migrations written by hand follow with new numbers. Writes nothing.
 */
export async function rebaseMigrations(root: string, onto?: string): Promise<RebaseOutcome> {
  const { files, seal } = readHistory(root)
  const base = findBase(root, new Set(files.map((file) => file.name)), onto)
  if (!('files' in base)) return base
  const own = ownFiles(files, base)
  const lost = own.find((file) => hasConflict(file) && !isGenerated(file, base))
  if (lost) return { kind: 'conflict', file: lost.name }
  if (isLaidOn(files, base) && checkChain(files, seal).length === 0) return { kind: 'nothing', base }
  try {
    const outcome = await layTail(
      root,
      base,
      own.filter((file) => !hasConflict(file)),
    )
    const restored = own.filter(hasConflict).map((file) => file.name)
    return outcome.kind === 'rebased' ? { ...outcome, restored } : outcome
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error
    return { kind: 'refused', file: error.migration, reason: error.message, statement: error.statement }
  }
}

/** Returns the migrations in the folder that the base lacks, or has with a different text. */
function ownFiles(files: readonly MigrationFile[], base: Base): readonly MigrationFile[] {
  const theirs = new Set(base.files.map((file) => `${file.name} ${file.checksum}`))
  return files.filter((file) => !theirs.has(`${file.name} ${file.checksum}`))
}

/** Tells whether the base generated a file of this name. Its text is then used, and the rest is planned again. */
function isGenerated({ name }: MigrationFile, base: Base): boolean {
  return base.files.some((file) => file.name === name && file.header?.origin === 'build')
}

function isLaidOn(files: readonly MigrationFile[], base: Base): boolean {
  return base.files.every((file, index) => files[index]?.name === file.name && files[index]?.checksum === file.checksum)
}

async function layTail(root: string, base: Base, tail: readonly MigrationFile[]): Promise<RebaseOutcome> {
  const byHand = tail.filter(isWrittenByHand)
  const firstBuilt = tail.findIndex((file) => !isWrittenByHand(file))
  const isHandFirst = firstBuilt === -1 || tail.slice(0, firstBuilt).length === byHand.length
  const isHandLast = tail.slice(0, tail.length - byHand.length).every((file) => !isWrittenByHand(file))
  if (isHandFirst) return finish(root, base, tail, appendByHand(base.files, byHand))
  if (!isHandLast) return finish(root, base, tail, appendInOrder(base.files, tail))
  const planned = await compile({ root, history: historyOf(base.files) })
  if (!planned.schema) return { kind: 'mistakes', compilation: planned }
  const chain = [...base.files, ...newMigrations(planned)]
  return finish(root, base, tail, [...chain, ...appendByHand(chain, byHand).slice(chain.length)])
}

/**
 * Plans what the config still needs.
 * @param laid the chain so far, to which the planned migrations are appended
 */
async function finish(
  root: string,
  base: Base,
  tail: readonly MigrationFile[],
  laid: readonly MigrationFile[],
): Promise<RebaseOutcome> {
  const compilation = await compile({ root, history: historyOf(laid) })
  if (!compilation.schema) return { kind: 'mistakes', compilation }
  const own = laid.slice(base.files.length)
  const after = [...own, ...newMigrations(compilation)]
  const texts = [...base.files, ...own].map((file) => [pathOf(file), file.text] as const)
  const outputs = new Map([...texts, ...compilation.outputs])
  const moved = tail.map((file) => ({
    from: file.name,
    to: after.find((other) => isSameWork(file, other))?.name ?? null,
  }))
  const kept = new Set(moved.map(({ to }) => to))
  return {
    kind: 'rebased',
    base,
    compilation: { ...compilation, outputs, removed: tail.map(pathOf).filter((path) => !outputs.has(path)) },
    moved,
    planned: after.map((file) => file.name).filter((name) => !kept.has(name)),
    restored: [],
    shared: sharedSteps(base, tail),
  }
}

function appendByHand(chain: readonly MigrationFile[], files: readonly MigrationFile[]): readonly MigrationFile[] {
  if (files.length === 0) return chain
  const schema = hashSchema(replay(chain).schema)
  const laid = [...chain]
  for (const file of files) laid.push(placeAfter(file, laid.at(-1), `${schema} -> ${schema}`))
  return laid
}

/**
 * Appends files in an order that preserves that of generated and handwritten migrations: a handwritten one needs those
 * generated before it.
 */
function appendInOrder(chain: readonly MigrationFile[], files: readonly MigrationFile[]): readonly MigrationFile[] {
  const laid = [...chain]
  for (const file of files) {
    const before = replay(laid)
    laid.push(placeAfter(file, laid.at(-1), `${hashSchema(before.schema)} -> ${hashSchema(before.after(file))}`))
  }
  return laid
}

/** Returns a history in which only the migrations planned here may be rewritten. */
function historyOf(files: readonly MigrationFile[]): History {
  const seal: Seal = { isSealed: () => true, compare: () => 'same', notesPending: false, noted: [] }
  return { files, seal: () => seal, lock: () => null }
}

function newMigrations({ outputs }: Compilation): MigrationFile[] {
  const folder = `${MIGRATIONS_FOLDER}/`
  return [...outputs]
    .filter(([path]) => path.startsWith(folder))
    .map(([path, text]) => parseMigration(path.slice(folder.length), text))
}

function isSameWork(before: MigrationFile, after: MigrationFile): boolean {
  return isWrittenByHand(before) === isWrittenByHand(after) && workOf(before) === workOf(after)
}

function workOf({ steps }: MigrationFile): string {
  return JSON.stringify(steps.map(({ operation, statements }) => [operation && nameOf(operation), statements]))
}

function sharedSteps(base: Base, tail: readonly MigrationFile[]): Rebased['shared'] {
  const fork = Math.min(...tail.map((file) => file.number))
  const theirs = base.files.filter((file) => file.number >= fork)
  return tail
    .filter((file) => !isWrittenByHand(file))
    .flatMap((file) =>
      file.steps.flatMap(({ operation }) => {
        if (!operation || !visit(operation, IS_DECLARED)) return []
        const isSame = (step: Step) => step.operation !== null && nameOf(step.operation) === nameOf(operation)
        const other = theirs.find(({ steps }) => steps.some(isSame))
        return other ? [{ title: titleOf(operation), base: other.name, own: file.name }] : []
      }),
    )
}

/** Returns a key of an operation's effect and subject, without how it is done. */
function nameOf(operation: Operation): string {
  return JSON.stringify([operation.kind, visit(operation, SUBJECTS)])
}

const declared = () => true
const derived = () => false

/** True if a kind of operation is declared in the config, or follows from others. */
const IS_DECLARED: ByKind<boolean> = {
  'create-collection': declared,
  'rename-collection': declared,
  'drop-collection': declared,
  'add-field': declared,
  'rename-field': declared,
  'change-field': declared,
  'describe-field': derived,
  'drop-field': declared,
  'create-table': derived,
  'drop-table': derived,
  'add-column': derived,
  'drop-column': derived,
  'rebuild-table': derived,
  'create-index': derived,
  'drop-index': derived,
  'free-names': derived,
  'rewrite-values': derived,
  'carry-names': derived,
  'set-aside': derived,
  derive: derived,
  'defer-foreign-keys': derived,
  'by-hand': derived,
}

function pathOf(file: MigrationFile): string {
  return `${MIGRATIONS_FOLDER}/${file.name}`
}
