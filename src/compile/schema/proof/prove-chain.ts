import type { DatabaseSync } from 'node:sqlite'
import { namesIn } from '../../../ground/sql-tokens.ts'
import type { Schema } from '../../../manifest/index.ts'
import { isWrittenByHand, type MigrationFile } from '../files/migration-file.ts'
import { openDatabase, ReplayError, runStatements, schemaOf, statementsOf } from '../files/run-statements.ts'
import { createSchema } from '../sql/create.ts'
import { applyFacts, type Facts } from '../steps/facts.ts'
import { compareRows } from './compare-rows.ts'
import { compareDerived } from './derived.ts'
import { type FillSource, fillTables } from './fill-tables.ts'
import type { Filling } from './filling.ts'
import { describedByChanges, type Link, lineageOf } from './lineage.ts'
import { type Narrowed, narrowFillings } from './narrow-fillings.ts'
import type { Proof, ProofFailure, ProofSource, Stage } from './proof.ts'
import { type Row, type Snapshot, snapshotQueries } from './snapshot.ts'
import type { Loss, State } from './state.ts'

/**
 * Runs a chain of migrations on sample rows. After each migration but the last, rows are inserted into every table that
 * its statements name, so that rows from each point of the chain are tested with all following migrations; before and
 * after each one all rows are compared. The rows are chosen so that they pass the migrations' own checks.
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
        const narrow = narrowFillings(refusal, index, links, fillings)
        if (narrow.length > 0) return { narrow }
        return { start, stages, failures: [...failures, refusal], refused }
      }
      const reached = stateOf(database, link.after)
      const losses = before.rows.size === 0 ? [] : lossesOf(database, before, reached, link, file)
      failures.push(...losses.map((found) => failureOf(file, found)))
      const isLast = index === source.files.length - 1
      const next = { ...reached, facts: links[index + 1]?.before ?? link.after }
      const inserted = isLast ? [] : fillTables(database, next, index + 1, touchedBy(file), filling)
      stages.push({ link, file, before, after: reached, inserted })
      before = inserted.length === 0 ? next : { ...next, rows: readRows(database, reached.schema) }
    }
    return { start, stages, failures, refused }
  } finally {
    database.close()
  }
}

/** Compares rows and, if they are as expected, derived data. */
function lossesOf(database: DatabaseSync, before: State, reached: State, link: Link, file: MigrationFile): Loss[] {
  const losses = compareRows(before, reached, link.lineage, file)
  return losses.length > 0 ? losses : compareDerived(database, reached.schema, link.after, reached.rows)
}

/** Prepares the database before the first migration, with rows in existing tables. */
function prepare(
  database: DatabaseSync,
  source: FillSource,
): { readonly state: State; readonly inserted: readonly string[] } {
  const { start, links } = source
  const empty: State = { schema: { tables: [], triggers: [] }, facts: new Map(), rows: new Map() }
  if (!start) return { state: empty, inserted: [] }
  for (const statement of createSchema(start.schema)) database.exec(statement)
  const state: State = { schema: start.schema, facts: links[0]?.before ?? start.facts, rows: new Map() }
  const inserted = fillTables(database, state, 0, () => true, source)
  return { state: { ...state, rows: readRows(database, start.schema) }, inserted }
}

function touchedBy(file: MigrationFile): (table: string) => boolean {
  const names = new Set(statementsOf(file).flatMap(namesIn))
  return (table) => names.has(table)
}

/**
 * Runs a migration like D1: in one transaction, at whose end foreign keys must be valid.
 * @returns the failure; `null` if the migration was applied
 */
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
    // The queries select text, numbers and nulls.
    snapshotQueries(schema).map(({ table, sql }) => [table, database.prepare(sql).all() as Row[]]),
  )
}

function failureOf(migration: MigrationFile, { message, table, field, ids }: Loss): ProofFailure {
  return { migration, message, table, field, ids, statement: null }
}
