import type { Config } from '../../config/index.ts'
import { quote } from '../../ground/sql.ts'
import type { ManifestCollection, Schema } from '../../manifest/index.ts'
import { localize } from '../lower/localize.ts'
import { type CollectionChanges, diffCollections } from '../schema/compare/diff-collections.ts'
import { factsAfter } from '../schema/files/facts-after.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import { replay } from '../schema/files/replay.ts'
import { openDatabase, schemaOf } from '../schema/files/run-statements.ts'
import type { CollectionColumn } from '../schema/model/collection-columns.ts'
import type { FieldTypes } from '../schema/model/collection-triggers.ts'
import { planSteps } from '../schema/plan/plan.ts'
import { hashSchema, isSameSchema } from '../schema/sql/canonical.ts'
import { createSchema } from '../schema/sql/create.ts'
import { introspectSchema, type SchemaRow } from '../schema/sql/introspect.ts'
import type { Facts } from '../schema/steps/facts.ts'
import { renamesDone } from '../schema/steps/renames-done.ts'
import type { Step } from '../schema/steps/step.ts'
import { factsOfDatabase, ownTables } from './local-facts.ts'
import { findLosses, findLossesByHand, type Loss } from './losses.ts'

/** The current state of a developer's own database. */
export interface LocalDatabase {
  readonly schema: readonly SchemaRow[]
  readonly ledger: readonly { readonly name: string; readonly checksum: string | null }[]
  /** Names of the tables that contain rows. */
  readonly filled: readonly string[]
}

export interface MoveSource {
  /** The current migrations. */
  readonly files: readonly MigrationFile[]
  /** Earlier migrations, which the database may have applied. */
  readonly former: readonly MigrationFile[]
  /** The declared config. */
  readonly config: Config
  readonly collections: readonly ManifestCollection[]
  readonly schema: Schema
  readonly types: FieldTypes
  readonly collectionColumns: readonly CollectionColumn[]
}

/** Statements that migrate a local database to the schema of the config, in one batch. */
export interface Move {
  readonly steps: readonly Step[]
  readonly statements: readonly string[]
  /** Rows of the ledger that are deleted, and those that are added. */
  readonly forgotten: readonly string[]
  readonly recorded: readonly { readonly name: string; readonly checksum: string }[]
  /** Values of existing rows that may be lost. */
  readonly losses: readonly Loss[]
}

/**
 * Plans a move for a local database that has applied a migration which has been rewritten since, or one of another
 * branch.
 * @returns `null` if the ledger agrees with the migrations, so that the runner suffices
 */
export function planMove(database: LocalDatabase, declared: MoveSource): Move | null {
  const source = { ...declared, config: localize(declared.config) }
  const { files, former, schema, collections, config, types, collectionColumns } = source
  const agreed = agreedFiles(database, files)
  const strays = database.ledger.slice(agreed.length)
  if (strays.length === 0) return null
  const known = strays.flatMap((row) => former.find((file) => isSameMigration(file, row)) ?? [])
  const chain = [...agreed, ...known]
  const start = known.length === strays.length ? afterChain(chain) : asFound(database, agreed, source)
  const changes = changesSince(start, chain, source)
  const plan = planSteps({
    base: start.schema,
    target: schema,
    changes,
    collections,
    config,
    types,
    collectionColumns,
    isLocal: true,
  })
  prove(start.schema, plan.steps, schema)
  const unseen = files.slice(agreed.length).filter((file) => isUnseen(file, database))
  return {
    steps: plan.steps,
    statements: [...plan.steps, ...unseen.flatMap((file) => file.steps)].flatMap((step) => step.statements),
    forgotten: strays.map((row) => row.name),
    recorded: files.slice(agreed.length).map(({ name, checksum }) => ({ name, checksum })),
    losses: [...findLosses(start.schema, [{ name: '', steps: plan.steps }]), ...unseen.flatMap(findLossesByHand)],
  }
}

/** Returns the losses that pending migrations may cause in a local database whose ledger agrees with them. */
export function lossesOfPending(database: LocalDatabase, files: readonly MigrationFile[]): readonly Loss[] {
  const agreed = agreedFiles(database, files)
  const pending = files.slice(agreed.length)
  if (agreed.length === 0) return []
  return [...findLosses(introspectSchema(database.schema), pending), ...pending.flatMap(findLossesByHand)]
}

/** Plans copies of tables under unused names. */
export function archivesOf(tables: readonly string[], database: LocalDatabase, target: Schema): readonly Archive[] {
  const taken = new Set(database.schema.map((row) => row.name))
  const suffix = hashSchema(target).slice(0, 8)
  return tables.map((table) => {
    let copy = `archive__${table}__${suffix}`
    for (let number = 2; taken.has(copy); number += 1) copy = `archive__${table}__${suffix}_${number}`
    return { table, copy, sql: `CREATE TABLE ${quote(copy)} AS SELECT * FROM ${quote(table)}` }
  })
}

/** A copy of a table, and the statement that creates it. */
export interface Archive {
  readonly table: string
  readonly copy: string
  readonly sql: string
}

/** Returns the migrations before the first one that the database lacks, or has with a different text. */
function agreedFiles(database: LocalDatabase, files: readonly MigrationFile[]): readonly MigrationFile[] {
  const first = files.findIndex((file, index) => !isSameMigration(file, database.ledger[index]))
  return first === -1 ? files : files.slice(0, first)
}

function isSameMigration(
  file: MigrationFile,
  row: { readonly name: string; readonly checksum: string | null } | undefined,
): boolean {
  return row !== undefined && row.name === file.name && (row.checksum === null || row.checksum === file.checksum)
}

/**
 * Tells whether a migration was written by hand and has not been applied. It may change rows, which a comparison of
 * schemas does not show.
 */
function isUnseen(file: MigrationFile, { ledger }: LocalDatabase): boolean {
  return file.header?.origin !== 'build' && !ledger.some((row) => row.name === file.name)
}

interface Start {
  readonly schema: Schema
  readonly facts: Facts
}

function changesSince(
  { facts }: Start,
  chain: readonly MigrationFile[],
  { collections, config, types }: MoveSource,
): CollectionChanges {
  return diffCollections(facts, collections, config, types, renamesDone(chain)).changes
}

function afterChain(chain: readonly MigrationFile[]): Start {
  return { schema: replay(chain).schema, facts: factsAfter(chain) }
}

/** Returns the start of a plan from the database alone, because the applied migrations no longer exist. */
function asFound(database: LocalDatabase, agreed: readonly MigrationFile[], source: MoveSource): Start {
  const schema = ownTables(introspectSchema(database.schema), source.schema)
  return { schema, facts: factsOfDatabase(schema, factsAfter(agreed), source.collections, source.config, source.types) }
}

/**
 * Tries steps on an empty database.
 * @throws Error if they do not lead to the target schema
 */
function prove(from: Schema, steps: readonly Step[], target: Schema): void {
  const database = openDatabase()
  database.exec('BEGIN')
  for (const statement of [...createSchema(from), ...steps.flatMap((step) => step.statements)]) database.exec(statement)
  const reached = schemaOf(database)
  database.close()
  if (!isSameSchema(reached, target))
    throw new Error('the local database cannot be migrated to the schema of the config')
}
