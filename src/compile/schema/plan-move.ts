import type { Config } from '../../config/index.ts'
import type { ManifestCollection, Schema } from '../../manifest/index.ts'
import { hashSchema, isSameSchema } from './canonical.ts'
import type { FieldTypes } from './collection-triggers.ts'
import { createSchema } from './create.ts'
import { type CollectionChanges, diffCollections } from './diff-collections.ts'
import { type Facts, joinOf, renameKey, renamesIn } from './facts.ts'
import { introspectSchema, type SchemaRow } from './introspect.ts'
import { factsOfDatabase, ownTables } from './local-facts.ts'
import type { MigrationFile } from './migration-file.ts'
import { planSteps } from './plan.ts'
import { factsAfter } from './plan-migrations.ts'
import { replay } from './replay.ts'
import { openDatabase, schemaOf } from './run-statements.ts'
import { quote } from './sql.ts'
import { classOfStep, type Step } from './step.ts'

/** A developer's own database, as it was found. */
export interface LocalDatabase {
  readonly schema: readonly SchemaRow[]
  readonly ledger: readonly { readonly name: string; readonly checksum: string | null }[]
  /** Names of the tables that hold rows. */
  readonly filled: readonly string[]
}

export interface MoveSource {
  /** The migrations as they are now. */
  readonly files: readonly MigrationFile[]
  /** Migrations as they were before, by which the database may have got where it is. */
  readonly former: readonly MigrationFile[]
  readonly config: Config
  readonly collections: readonly ManifestCollection[]
  readonly schema: Schema
  readonly types: FieldTypes
}

/** What brings a local database from where it stands to the schema, in one batch. */
export interface Move {
  readonly statements: readonly string[]
  /** Rows of the ledger that go, and those that come. */
  readonly forgotten: readonly string[]
  readonly recorded: readonly { readonly name: string; readonly checksum: string }[]
  /** Copies of tables whose rows lose something: the table, and its copy. */
  readonly archived: readonly { readonly table: string; readonly copy: string }[]
}

/**
 * Moves a local database that has applied a migration which has since been rewritten, or another branch's.
 * What the move would lose is kept in a copy of the table.
 * @returns `null` where the ledger agrees with the migrations: then the runner does the rest.
 */
export function planMove(database: LocalDatabase, source: MoveSource): Move | null {
  const { files, former, schema, collections, config, types } = source
  const common = files.findIndex((file, index) => !isSameMigration(file, database.ledger[index]))
  const agreed = common === -1 ? files : files.slice(0, common)
  const strays = database.ledger.slice(agreed.length)
  if (strays.length === 0) return null
  const known = strays.flatMap((row) => former.find((file) => isSameMigration(file, row)) ?? [])
  const chain = [...agreed, ...known]
  const start = known.length === strays.length ? afterChain(chain) : asFound(database, agreed, source)
  const done = new Set(chain.flatMap((file) => renamesIn(file.steps)))
  const { changes } = diffCollections(start.facts, collections, config, types, (from, to) =>
    done.has(renameKey(from, to)),
  )
  const plan = planSteps({ base: start.schema, target: schema, changes, collections, config, types, isLocal: true })
  prove(start.schema, plan.steps, schema)
  const archived = archives(changes, plan.steps, database, schema)
  const unseen = files.slice(agreed.length).filter((file) => isUnseen(file, database))
  return {
    statements: [
      ...archived.map(({ table, copy }) => `CREATE TABLE ${quote(copy)} AS SELECT * FROM ${quote(table)}`),
      ...plan.steps.flatMap((step) => step.statements),
      ...unseen.flatMap((file) => file.steps.flatMap((step) => step.statements)),
    ],
    forgotten: strays.map((row) => row.name),
    recorded: files.slice(agreed.length).map(({ name, checksum }) => ({ name, checksum })),
    archived,
  }
}

function isSameMigration(
  file: MigrationFile,
  row: { readonly name: string; readonly checksum: string | null } | undefined,
): boolean {
  return row !== undefined && row.name === file.name && (row.checksum === null || row.checksum === file.checksum)
}

/** Migrations written by hand move rows, which no comparison of schemas shows. */
function isUnseen(file: MigrationFile, { ledger }: LocalDatabase): boolean {
  return file.header?.origin !== 'build' && !ledger.some((row) => row.name === file.name)
}

interface Start {
  readonly schema: Schema
  readonly facts: Facts
}

function afterChain(chain: readonly MigrationFile[]): Start {
  return { schema: replay(chain).schema, facts: factsAfter(chain) }
}

/** The texts that led here are gone: what can be seen must do. */
function asFound(database: LocalDatabase, agreed: readonly MigrationFile[], source: MoveSource): Start {
  const schema = ownTables(introspectSchema(database.schema), source.schema)
  return { schema, facts: factsOfDatabase(schema, factsAfter(agreed), source.collections, source.config, source.types) }
}

/** Tables that lose values and hold rows, under names that are free. */
function archives(
  changes: CollectionChanges,
  steps: readonly Step[],
  database: LocalDatabase,
  target: Schema,
): Move['archived'] {
  const filled = new Set(database.filled)
  const taken = new Set(database.schema.map((row) => row.name))
  const suffix = hashSchema(target).slice(0, 8)
  return losingTables(changes, steps)
    .filter((table) => filled.has(table))
    .map((table) => {
      let copy = `archive__${table}__${suffix}`
      for (let number = 2; taken.has(copy); number += 1) copy = `archive__${table}__${suffix}_${number}`
      return { table, copy }
    })
}

function losingTables({ kept, dropped }: CollectionChanges, steps: readonly Step[]): string[] {
  const losing = new Set(
    steps
      .filter((step) => classOfStep(step) === 'destructive')
      .flatMap(({ operation }) => (operation && 'collection' in operation ? [operation.collection] : [])),
  )
  const own = kept.filter(({ collection }) => losing.has(collection.name)).map(({ from }) => from)
  const joins = kept.flatMap(({ from, fields, dropped }) => [
    ...fields.flatMap(({ from: name, before, field }) =>
      field.join === null ? (joinOf(from, name, before) ?? []) : [],
    ),
    ...dropped.flatMap(({ name, facts }) => joinOf(from, name, facts) ?? []),
  ])
  const gone = dropped.flatMap(({ name, fields }) => [
    name,
    ...[...fields].flatMap(([field, facts]) => joinOf(name, field, facts) ?? []),
  ])
  return [...new Set([...own, ...joins, ...gone])]
}

/** The move is tried on an empty copy of what was found before it meets rows. */
function prove(from: Schema, steps: readonly Step[], target: Schema): void {
  const database = openDatabase()
  database.exec('BEGIN')
  for (const statement of [...createSchema(from), ...steps.flatMap((step) => step.statements)]) database.exec(statement)
  const reached = schemaOf(database)
  database.close()
  if (!isSameSchema(reached, target))
    throw new Error('the local database cannot be brought to the schema of the config')
}
