import type { DatabaseSync } from 'node:sqlite'
import type { FieldType } from '../../../config/fields/field-type.ts'
import { namesIn } from '../../../ground/sql-tokens.ts'
import type { ManifestCollection, Schema } from '../../../manifest/index.ts'
import { isWrittenByHand, type MigrationFile } from '../files/migration-file.ts'
import { openDatabase, ReplayError, runStatements, schemaOf, statementsOf } from '../files/run-statements.ts'
import { createSchema } from '../sql/create.ts'
import { readIndex } from '../sql/read-index.ts'
import { applyFacts, type Facts, type FieldFacts } from '../steps/facts.ts'
import { compareRows, type Loss, type State } from './compare-rows.ts'
import { compareDerived } from './derived.ts'
import { type Filling, USUAL } from './filling.ts'
import { describedByChanges, type Link, lineageOf, losesTarget, nameAfter, retargetedTables } from './lineage.ts'
import { sampleRows } from './sample-rows.ts'
import { type Row, type Snapshot, snapshotQueries } from './snapshot.ts'

export interface ProofSource {
  readonly files: readonly MigrationFile[]
  /** As the config declares them now: their options make better sample values. */
  readonly collections: readonly ManifestCollection[]
  readonly types: Readonly<Record<string, FieldType>>
  /** Place where the chain starts; default: an empty database. */
  readonly start?: { readonly schema: Schema; readonly facts: Facts }
}

/** A migration that does to sample rows what it does not say, or that refuses them. */
export interface ProofFailure {
  readonly migration: MigrationFile
  readonly message: string
  readonly table: string | null
  readonly field: string | null
  /** Of the sample rows concerned. */
  readonly ids: readonly string[]
  /** The statement that was refused, where one was. */
  readonly statement: string | null
}

/** One migration with the rows that met it. */
export interface Stage {
  readonly link: Link
  readonly file: MigrationFile
  readonly before: State
  readonly after: State
  /** Sample rows that were put in after it, for the migrations that follow. */
  readonly inserted: readonly string[]
}

export interface Proof {
  /** The schema before the first migration, and the sample rows that were put into it. */
  readonly start: { readonly schema: Schema; readonly inserted: readonly string[] }
  readonly stages: readonly Stage[]
  readonly failures: readonly ProofFailure[]
  /** Reason why sample rows could not be put into a table, by its name. */
  readonly refused: ReadonlyMap<string, string>
}

/**
 * Runs a chain of migrations over sample rows. After each migration rows are put into every table that it has touched,
 * so that whatever was there at any point of the chain meets all that follows; before and after each one all rows are
 * compared. A check that a migration makes itself is met with rows that satisfy it.
 */
export function proveChain(source: ProofSource): Proof {
  const links = linksOf(source)
  const fillings = new Map<string, Filling>()
  for (;;) {
    const proof = attempt(source, links, fillings)
    if (!('narrow' in proof)) return proof
    for (const key of proof.narrow) fillings.set(key.at, key.filling)
  }
}

function linksOf({ files, start }: ProofSource): Link[] {
  let before: Facts = start?.facts ?? new Map()
  return files.map((file) => {
    const steps = isWrittenByHand(file) ? [] : file.steps
    const after = applyFacts(before, steps)
    const lineage = lineageOf(before, steps)
    const link = { before: describedByChanges(before, steps, lineage), after, lineage }
    before = after
    return link
  })
}

type Narrowed = readonly { readonly at: string; readonly filling: Filling }[]

function attempt(
  source: ProofSource,
  links: readonly Link[],
  fillings: ReadonlyMap<string, Filling>,
): Proof | { readonly narrow: Narrowed } {
  const database = openDatabase()
  const stages: Stage[] = []
  const failures: ProofFailure[] = []
  const refused = new Map<string, string>()
  const filling: FillSource = { ...source, links, fillings, refused }
  try {
    const prepared = prepare(database, filling)
    const start = { schema: prepared.state.schema, inserted: prepared.inserted }
    let before = prepared.state
    for (const [index, file] of source.files.entries()) {
      const link = links[index]
      if (!link) break
      const refusal = apply(database, file)
      if (refusal) {
        const narrow = narrowed(refusal, index, links, fillings)
        if (narrow.length > 0) return { narrow }
        return { start, stages, failures: [...failures, refusal], refused }
      }
      const reached = stateOf(database, link.after)
      const losses = before.rows.size === 0 ? [] : lossesOf(database, before, reached, link, file)
      failures.push(...losses.map((found) => failureOf(file, found)))
      const isLast = index === source.files.length - 1
      const next = { ...reached, facts: links[index + 1]?.before ?? link.after }
      const inserted = isLast ? [] : fill(database, next, index + 1, touchedBy(file), filling)
      stages.push({ link, file, before, after: reached, inserted })
      before = inserted.length === 0 ? next : { ...next, rows: readRows(database, reached.schema) }
    }
    return { start, stages, failures, refused }
  } finally {
    database.close()
  }
}

/** Compares rows, then derived data once the rows are as they should be. */
function lossesOf(database: DatabaseSync, before: State, reached: State, link: Link, file: MigrationFile): Loss[] {
  const losses = compareRows(before, reached, link.lineage, file)
  return losses.length > 0 ? losses : compareDerived(database, reached.schema, link.after, reached.rows)
}

/** The database before the first migration, with rows where it has tables. */
function prepare(
  database: DatabaseSync,
  source: FillSource,
): { readonly state: State; readonly inserted: readonly string[] } {
  const { start, links } = source
  const empty: State = { schema: { tables: [], triggers: [] }, facts: new Map(), rows: new Map() }
  if (!start) return { state: empty, inserted: [] }
  for (const statement of createSchema(start.schema)) database.exec(statement)
  const state: State = { schema: start.schema, facts: links[0]?.before ?? start.facts, rows: new Map() }
  const inserted = fill(database, state, 0, () => true, source)
  return { state: { ...state, rows: readRows(database, start.schema) }, inserted }
}

interface FillSource extends ProofSource {
  readonly links: readonly Link[]
  readonly fillings: ReadonlyMap<string, Filling>
  /** Place where to note why a table stays empty. */
  readonly refused: Map<string, string>
}

function fill(
  database: DatabaseSync,
  state: State,
  position: number,
  isFilled: (table: string) => boolean,
  { collections, types, links, fillings, refused }: FillSource,
): string[] {
  const attempt = (fills: (table: string) => boolean): string[] | { readonly reason: string } => {
    const statements = sampleRows({
      ...state,
      isFilled: fills,
      fillingOf: (collection) => fillings.get(`${position} ${collection}`) ?? USUAL,
      staysEmpty: (collection, field) => losesTarget(collection, field, links.slice(position)),
      declaredAs: (collection, field, facts) => declaredAs(collections, collection, field, facts),
      types,
      seed: position,
    })
    const reason = refusalOf(database, statements)
    return reason === null ? statements : { reason }
  }
  const each = (names: readonly string[]) =>
    names.flatMap((name) => {
      const outcome = attempt((table) => table === name)
      if (!('reason' in outcome)) return outcome
      refused.set(name, `its sample rows are refused: ${outcome.reason}`)
      return []
    })
  for (const { name } of state.schema.tables)
    if (fillings.get(`${position} ${name}`)?.rows === 0) refused.set(name, 'a check refuses every sample row')
  const whole = attempt(isFilled)
  if (!('reason' in whole)) return whole
  // A plugin's table may ask of its rows what no column says: what others hold is tried all the same.
  const tables = state.schema.tables.map(({ name }) => name).filter(isFilled)
  const own = tables.filter((name) => state.facts.has(name))
  const documents = attempt((table) => own.includes(table))
  const others = tables.filter((name) => !state.facts.has(name))
  return ['reason' in documents ? each(own) : documents, each(others)].flat()
}

/** Reason why rows cannot be put in; `null` where they are in. */
function refusalOf(database: DatabaseSync, statements: readonly string[]): string | null {
  database.exec('BEGIN')
  try {
    for (const statement of ['PRAGMA defer_foreign_keys = ON', ...statements]) database.exec(statement)
    database.exec('COMMIT')
    return null
  } catch (error) {
    database.exec('ROLLBACK')
    return error instanceof Error ? error.message : String(error)
  }
}

function declaredAs(
  collections: readonly ManifestCollection[],
  name: string,
  field: string,
  { kind, storage, target, inside }: FieldFacts,
) {
  const declared = collections.find((candidate) => candidate.name === name)?.fields.find((item) => item.name === field)
  // What was inside it at the time stands in its facts.
  if (inside) return null
  return declared?.kind === kind && declared.storage === storage && declared.target === target ? declared : null
}

function touchedBy(file: MigrationFile): (table: string) => boolean {
  const names = new Set(statementsOf(file).flatMap(namesIn))
  return (table) => names.has(table)
}

/** Runs a migration as D1 does: in one transaction, at whose end foreign keys must hold. */
function apply(database: DatabaseSync, file: MigrationFile): ProofFailure | null {
  database.exec('BEGIN')
  try {
    runStatements(database, file)
    database.exec('COMMIT')
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const statement = error instanceof ReplayError ? error.statement : null
    return { migration: file, message: `refuses rows: ${message}`, table: null, field: null, ids: [], statement }
  }
}

function stateOf(database: DatabaseSync, facts: Facts): State {
  const schema = schemaOf(database)
  return { schema, facts, rows: readRows(database, schema) }
}

function readRows(database: DatabaseSync, schema: Schema): Snapshot {
  return new Map(
    // The queries read text, numbers and nulls.
    snapshotQueries(schema).map(({ table, sql }) => [table, database.prepare(sql).all() as Row[]]),
  )
}

function failureOf(migration: MigrationFile, { message, table, field, ids }: Loss): ProofFailure {
  return { migration, message, table, field, ids, statement: null }
}

/**
 * Chooses other sample rows, with which a deliberate check of a migration passes; empty if the failure was not such a
 * check.
 */
function narrowed(
  { message, statement }: ProofFailure,
  index: number,
  links: readonly Link[],
  fillings: ReadonlyMap<string, Filling>,
): Narrowed {
  const required = /migration_check\.(\w+)\.\w+ is required/.exec(message)?.[1]
  const isUnique = message.includes('UNIQUE constraint failed')
  const unique = isUnique ? uniqueTable(statement ?? '') : undefined
  const notNull = /^INSERT INTO "(\w+)"/.exec(statement ?? '')?.[1]
  const isNotNull = notNull !== undefined && message.includes(`NOT NULL constraint failed: ${notNull}.`)
  const table = required ?? unique ?? (isNotNull ? notNull : undefined)
  if (message.includes('FOREIGN KEY constraint failed')) return withoutFormerRows(index, links, fillings)
  if (table === undefined) return []
  const next = isUnique ? single : filled
  return links.slice(0, index + 1).flatMap(({ before }, position) => {
    const former = [...before.keys()].filter((name) => nameAfter(name, links.slice(position, index + 1)) === table)
    // A table of a plugin keeps its name.
    return (former.length > 0 || before.has(table) ? former : [table]).flatMap((name) => {
      const at = `${position} ${name}`
      const filling = next(fillings.get(at) ?? USUAL)
      return filling ? [{ at, filling }] : []
    })
  })
}

/**
 * Leaves out sample rows of earlier migrations when a field gets another target, which makes their references invalid.
 * Rows inserted right before this migration stay: their field is empty.
 */
function withoutFormerRows(index: number, links: readonly Link[], fillings: ReadonlyMap<string, Filling>): Narrowed {
  const link = links[index]
  const led = new Set(link ? retargetedTables(link) : [])
  return links.slice(0, index).flatMap(({ before }, position) =>
    [...before.keys()]
      .filter((name) => led.has(nameAfter(name, links.slice(position, index)) ?? ''))
      .map((name) => ({ at: `${position} ${name}`, filling: { ...USUAL, rows: 0 } }))
      .filter(({ at }) => fillings.get(at)?.rows !== 0),
  )
}

/** The table of a unique index that is made, or of rows that are filled in. */
function uniqueTable(statement: string): string | undefined {
  if (statement.startsWith('CREATE UNIQUE INDEX')) return readIndex(statement).table
  return /^UPDATE "(\w+)"/.exec(statement)?.[1]
}

/** Rows for which a field that becomes required has a value. */
function filled(filling: Filling): Filling | null {
  if (filling.nulls) return { ...filling, nulls: false }
  if (!filling.plain) return { ...filling, plain: true }
  return filling.rows > 0 ? { ...filling, rows: 0 } : null
}

/** Rows that share no value. */
function single(filling: Filling): Filling | null {
  if (filling.nulls) return { ...filling, nulls: false }
  if (!filling.single) return { ...filling, single: true }
  return filling.rows > 0 ? { ...filling, rows: 0 } : null
}
