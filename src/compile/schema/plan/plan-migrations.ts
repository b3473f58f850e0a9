import type { Config } from '../../../config/index.ts'
import type { ManifestCollection, Migration, Schema } from '../../../manifest/index.ts'
import { type Finding, hasErrors } from '../../diagnostics/diagnostic.ts'
import {
  type CollectionChanges,
  type CollectionDiff,
  diffCollections,
  isChanged,
  isUnchanged,
} from '../compare/diff-collections.ts'
import { checkChain } from '../files/check-history.ts'
import { factsAfter } from '../files/facts-after.ts'
import { findWaiting, rebaseMigration, reshapes, waits } from '../files/hand-written.ts'
import { type History, isPending, MIGRATIONS_FOLDER, PENDING_NOTE, type Seal } from '../files/history.ts'
import {
  type MigrationFile,
  parseMigration,
  printMigration,
  toMigrations,
  withoutPlaces,
} from '../files/migration-file.ts'
import { type Replay, replay } from '../files/replay.ts'
import { findSchemaStatements } from '../files/reshaping.ts'
import { lineOfStatement } from '../files/row-statements.ts'
import { ReplayError } from '../files/run-statements.ts'
import type { CollectionColumn } from '../model/collection-columns.ts'
import type { FieldTypes } from '../model/collection-triggers.ts'
import { proveMigration, type Start } from '../proof/prove-migration.ts'
import { canonicalSchema, hashSchema, isSameSchema } from '../sql/canonical.ts'
import type { Facts } from '../steps/facts.ts'
import { describedByLock } from '../steps/facts-in-lock.ts'
import type { MigrationHeader } from '../steps/migration-header.ts'
import { migrationName } from '../steps/migration-name.ts'
import type { Operation } from '../steps/operation.ts'
import { renamesDone } from '../steps/renames-done.ts'
import { classOfStep, makeStep, type Step } from '../steps/step.ts'
import { knownChoices, knownLimits } from './known-limits.ts'
import { planSteps } from './plan.ts'
import { planLimits } from './plan-limits.ts'

export interface MigrationSource {
  readonly history: History
  readonly config: Config
  /** The lowered collections, and the schema modelled from them. */
  readonly collections: readonly ManifestCollection[]
  readonly schema: Schema
  readonly types: FieldTypes
  /** Columns of plugins' tables that contain names of collections. */
  readonly collectionColumns: readonly CollectionColumn[]
  /**
   * Returns the line of the option that causes an operation; `null` if no option does. Default: operations keep the
   * line of their declaration.
   */
  readonly placeOf?: (operation: Operation) => string | null
}

/** The migrations that bring an empty database to the schema. */
export interface MigrationPlan {
  /** Contents of the files to write, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>
  /** Files that are obsolete because the pending migration has another name, or is no longer needed. */
  readonly removed: readonly string[]
  /** The whole chain, including the migration to be written. */
  readonly chain: readonly MigrationFile[]
  /** The whole chain in the program's form. */
  readonly migrations: readonly Migration[]
  /** The steps of the pending migration, whether it is to be written or exists. */
  readonly steps: readonly Step[]
  /** Returns the database before the pending migration. */
  readonly before: () => Start
  readonly findings: readonly Finding[]
}

/**
 * Compares the schema with what the migrations create, and plans one pending migration for the difference. Until the
 * pending migration is in git, each build rewrites it as the net change since the last migration that is in git.
 */
export function planMigrations(source: MigrationSource): MigrationPlan {
  const { history } = source
  const broken = checkChain(history.files, history.seal)
  if (broken.length > 0) return { ...unchanged(history.files), findings: broken }
  const reshaping = findSchemaStatements(history.files).filter(({ file }) => !history.seal().isSealed(file))
  if (reshaping.length > 0) return { ...unchanged(history.files), findings: reshaping.map(reshapes) }
  try {
    const files = rebaseMigration(history.files, history.seal)
    const rebased = { ...source, history: { ...history, files } }
    const plan = !isRevisable(rebased) && isUpToDate(rebased) ? upToDate(rebased) : planPending(rebased)
    return hasErrors(plan.findings) ? plan : withLaidAnew(plan, files, source)
  } catch (error) {
    if (error instanceof ReplayError) return { ...unchanged(history.files), findings: [refused(error, history.files)] }
    throw error
  }
}

function upToDate({ history }: MigrationSource): MigrationPlan {
  const { files } = history
  const pending = pendingOf(history)
  return {
    ...unchanged(files),
    ...(pending && { steps: pending.steps, before: () => startAfter(files.slice(0, -1)) }),
    findings: replay(files).reshaping.map(reshapes),
  }
}

/** Returns the generated migration at the end of the chain that may still be rewritten. */
function pendingOf({ files, seal }: History): MigrationFile | undefined {
  const last = files.at(-1)
  return last && isPending(last, seal) ? last : undefined
}

function startAfter(chain: readonly MigrationFile[]): Start {
  return { schema: replay(chain).schema, facts: factsAfter(chain) }
}

/**
 * Adds the texts of rebased migrations to the files to write, unless the plan rewrites them anyway; leaves out
 * migrations that still lack their SQL.
 */
function withLaidAnew(
  plan: MigrationPlan,
  files: readonly MigrationFile[],
  { history }: MigrationSource,
): MigrationPlan {
  const moved = files.filter((file, index) => file !== history.files[index])
  const last = moved.find(({ header }) => header?.origin === 'build')
  const note = last && history.seal().notesPending ? [noteOf(last, history.seal())] : []
  const rebasedTexts = moved.map((file) => [pathOf(file.name), file.text] as const)
  const texts = new Map([...rebasedTexts, ...note, ...plan.files])
  for (const path of plan.removed) texts.delete(path)
  const waiting = findWaiting(files, history.seal)
  const names = new Set(waiting.map((file) => file.name))
  return {
    ...plan,
    files: texts,
    chain: plan.chain.filter((file) => !names.has(file.name)),
    migrations: plan.migrations.filter((migration) => !names.has(migration.name)),
    findings: [...plan.findings, ...waiting.map(waits)],
  }
}

function pathOf(name: string): string {
  return `${MIGRATIONS_FOLDER}/${name}`
}

function noteOf(pending: MigrationFile, { noted }: Seal): [string, string] {
  return [PENDING_NOTE, [pending.checksum, ...noted, ''].join('\n')]
}

function unchanged(files: readonly MigrationFile[]): MigrationPlan {
  return {
    files: new Map(),
    removed: [],
    chain: files,
    migrations: toMigrations(files),
    steps: [],
    before: () => startAfter(files),
    findings: [],
  }
}

function isUpToDate(source: MigrationSource): boolean {
  const chain = source.history.files
  if (chain.length === 0) return false
  const { changes } = diffAfter(chain, source)
  if (!isUnchanged(changes)) return false
  try {
    const { schema } = replay(chain)
    return isSameSchema(schema, source.schema) && isWithinLimits(chain, changes, schema, source)
  } catch (error) {
    if (error instanceof ReplayError) return false
    throw error
  }
}

/** Tells whether no limit of a collection has become tighter since the last migration of a chain. */
function isWithinLimits(
  chain: readonly MigrationFile[],
  changes: CollectionChanges,
  schema: Schema,
  { config, history }: MigrationSource,
): boolean {
  const { steps, findings } = planLimits(changes, schema, config, knownLimits(chain, history))
  return steps.length + findings.length === 0
}

/**
 * Tells whether the pending migration is planned again even if it yields the schema, because a backfill, a reason or a
 * line that it mentions may have changed. The first migration only mentions the lines of collections.
 */
function isRevisable({ history, collections }: MigrationSource): boolean {
  const pending = pendingOf(history)
  if (!pending || history.files.length > 1) return pending !== undefined
  const sources = new Map(collections.map(({ name, source }) => [name, source]))
  return pending.steps.some(
    ({ operation }) => operation?.kind === 'create-collection' && operation.at !== sources.get(operation.collection),
  )
}

/** Returns the changes to the collections since the last migration of a chain. */
function diffAfter(chain: readonly MigrationFile[], source: MigrationSource): CollectionDiff {
  const { collections, config, types, history } = source
  const facts = describedByLock(factsAfter(chain), history.locks, types)
  const choices = knownChoices(chain, history, collections, types)
  return diffCollections(facts, collections, config, types, renamesDone(chain), choices)
}

function planPending(source: MigrationSource): MigrationPlan {
  const { history, config, collections, schema, types } = source
  const seal = history.seal()
  const pending = pendingOf(history)
  const chain = pending ? history.files.slice(0, -1) : history.files
  const base = replay(chain)
  if (base.reshaping.length > 0) return { ...unchanged(history.files), findings: base.reshaping.map(reshapes) }
  const diff = diffAfter(chain, source)
  const plan = planSteps({
    base: base.schema,
    target: schema,
    changes: diff.changes,
    collections,
    config,
    types,
    collectionColumns: source.collectionColumns,
    limits: knownLimits(chain, history),
  })
  const planned = plan.steps.map((step) => placed(step, source))
  const steps = planned.length === 0 ? [] : [...planned, ...describeInside(factsAfter(chain), diff.changes)]
  const findings = [...diff.findings, ...plan.findings]
  if (findings.length > 0) return { ...unchanged(history.files), findings }
  const file = steps.length > 0 ? nextFile(chain, base.schema, schema, steps) : undefined
  if (file && file.name === pending?.name && file.text === pending.text)
    return { ...unchanged(history.files), steps, before: () => startAfter(chain) }
  const isMoved = file?.name === pending?.name && withoutPlaces(file?.text ?? '') === withoutPlaces(pending?.text ?? '')
  const proof = file && !isMoved ? prove(file, chain, base, source) : []
  if (hasErrors(proof)) return { ...unchanged(history.files), findings: proof }
  const note = file && seal.notesPending ? [noteOf(file, seal)] : []
  const whole = [...chain, ...(file ? [file] : [])]
  return {
    files: new Map([...(file ? [[pathOf(file.name), file.text] as const] : []), ...note]),
    removed: pending && pending.name !== file?.name ? [pathOf(pending.name)] : [],
    chain: whole,
    migrations: toMigrations(whole),
    steps,
    before: () => startAfter(chain),
    findings: proof,
  }
}

/** Tells whether a step names the line of the option that causes it, because a reviewer must look at it. */
export function takesLine(step: Step): boolean {
  return step.operation !== null && classOfStep(step) !== 'safe'
}

function placed(step: Step, { placeOf }: MigrationSource): Step {
  const { operation } = step
  if (operation === null || !takesLine(step)) return step
  const at = placeOf?.(operation) ?? null
  return at === null ? step : { ...step, operation: { ...operation, at } }
}

/** Returns steps that record nested fields, if earlier migrations did not. */
function describeInside(known: Facts, { kept }: CollectionChanges): Step[] {
  return kept.flatMap(({ from, collection, fields }) =>
    fields.flatMap((field) => {
      const isKnown = known.get(from)?.get(field.from)?.inside !== undefined
      if (isKnown || !field.after.inside || isChanged(field)) return []
      const { after, field: keptField } = field
      const { name, source } = keptField
      return [makeStep({ kind: 'describe-field', collection: collection.name, field: name, facts: after, at: source })]
    }),
  )
}

function nextFile(
  chain: readonly MigrationFile[],
  before: Schema,
  after: Schema,
  steps: readonly Step[],
): MigrationFile {
  const parent = chain.at(-1)
  const header: Omit<MigrationHeader, 'format'> = {
    origin: 'build',
    parent: parent?.checksum ?? null,
    before: parent ? hashSchema(before) : null,
    after: hashSchema(after),
  }
  const name = migrationName((parent?.number ?? 0) + 1, steps)
  return parseMigration(name, printMigration(header, steps))
}

/** Tries a migration, and returns the findings. No migration is written without this. */
function prove(
  file: MigrationFile,
  chain: readonly MigrationFile[],
  base: Replay,
  source: MigrationSource,
): readonly Finding[] {
  const { schema, collections, types } = source
  const reached = base.after(file)
  const missed = missedTarget(reached, schema, file)
  if (missed) return [missed]
  const whole = [...chain, file]
  const { changes } = diffAfter(whole, source)
  if (!isUnchanged(changes) || !isWithinLimits(whole, changes, reached, source)) return [unsettled(file)]
  return proveMigration(file, { chain, base: startAfter(chain), collections, types })
}

function missedTarget(reached: Schema, target: Schema, file: MigrationFile): Finding | null {
  if (isSameSchema(reached, target)) return null
  const expected = new Set(factsOfSchema(target))
  const found = new Set(factsOfSchema(reached))
  const missing = [...expected].filter((fact) => !found.has(fact))
  const surplus = [...found].filter((fact) => !expected.has(fact))
  return {
    code: 'migration-misses-schema',
    message: `${file.name} would not produce the schema that the config declares`,
    hint: `nothing was written; missing: ${missing.join(' ') || 'nothing'}; surplus: ${surplus.join(' ') || 'nothing'}`,
    at: null,
  }
}

function unsettled(file: MigrationFile): Finding {
  return {
    code: 'migration-unsettled',
    message: `${file.name} would not change everything: the next build would plan another migration`,
    hint: 'nothing was written; make the change in two steps, with a commit in between',
    at: null,
  }
}

function factsOfSchema(schema: Schema): string[] {
  const { tables, triggers } = JSON.parse(canonicalSchema(schema)) as { tables: unknown[]; triggers: unknown[] }
  return [...tables, ...triggers].map((item) => JSON.stringify(item))
}

function refused({ migration, message, statement }: ReplayError, files: readonly MigrationFile[]): Finding {
  const file = files.find(({ name }) => name === migration)
  const line = file ? lineOfStatement(file, statement) : null
  return {
    code: 'migration-refused',
    message: `${migration} does not run on an empty database: ${message}`,
    hint: `the statement is: ${statement}`,
    at: { file: `${MIGRATIONS_FOLDER}/${migration}`, ...(line !== null && { line, column: 1 }) },
  }
}
