import type { FieldType } from '../../../fields/field-type.ts'
import { quote } from '../../../ground/sql.ts'
import { tokenize } from '../../../ground/sql-tokens.ts'
import type { ManifestCollection, Schema, SchemaTable } from '../../../manifest/index.ts'
import type { Finding } from '../../diagnostics/diagnostic.ts'
import { isWrittenByHand, type MigrationFile } from '../files/migration-file.ts'
import { isCreation, isLarge, partFor } from '../files/replay-in-parts.ts'
import { statementsOf } from '../files/run-statements.ts'
import { VERSIONS } from '../model/copies.ts'
import { searchTableName } from '../model/names.ts'
import { type Facts, type FieldFacts, joinsOf } from '../steps/facts.ts'
import { proofFinding } from './blame.ts'
import type { ProofFailure } from './proof.ts'
import { proveChain } from './prove-chain.ts'
import { DERIVED } from './sample-rows.ts'

export interface MigrationProofSource {
  /** The migrations before the one that is tried. */
  readonly chain: readonly MigrationFile[]
  /** Schema and facts after `chain`. */
  readonly base: { readonly schema: Schema; readonly facts: Facts }
  readonly collections: readonly ManifestCollection[]
  readonly types: Readonly<Record<string, FieldType>>
}

/**
 * Tries a migration, before it is written, on rows inserted after each previous migration. A failure of an earlier one
 * is a warning, because it may have been applied and cannot be changed any more.
 */
export function proveMigration(
  file: MigrationFile,
  { chain, base, collections, types }: MigrationProofSource,
): Finding[] {
  // An empty database has nothing to lose.
  if (chain.length === 0) return []
  if (isLarge([...chain, file]))
    return provePart(file, base, collections, types).map((failure) => proofFinding(failure, false))
  const { failures } = proveChain({ files: [...chain, file], collections, types })
  const earlier = failures.filter((failure) => failure.migration !== file)
  const isStopped = earlier.some((failure) => failure.statement !== null)
  const ownFailures = isStopped
    ? proveChain({ files: [file], start: base, collections, types }).failures
    : failures.filter((failure) => failure.migration === file)
  return [
    ...ownFailures.map((failure) => proofFinding(failure, false)),
    ...earlier.map((failure): Finding => ({ ...proofFinding(failure, true), severity: 'warning' })),
  ]
}

/** Tries a migration in a large schema on the tables that it changes, with rows in the tables to which they refer. */
export function provePart(
  file: MigrationFile,
  base: { readonly schema: Schema; readonly facts: Facts },
  collections: readonly ManifestCollection[],
  types: Readonly<Record<string, FieldType>>,
): readonly ProofFailure[] {
  if (isCreation(file)) return []
  return proveChain({ files: [file], start: partOf(base, [file]), collections, types }).failures
}

export interface Start {
  readonly schema: Schema
  readonly facts: Facts
}

/**
 * Reduces a schema to the tables that migrations change, with the collections to which these belong, and to the
 * referenced columns of the tables to which they refer.
 */
export function partOf(base: Start, files: readonly MigrationFile[]): Start {
  const statements = files.flatMap((file) => statementsOf(file))
  const part = withOwners(base, [...statements, ...derivedSources(base, files)])
  const partTables = new Set(part.tables.map((table) => table.name))
  const schema = { ...part, tables: [...part.tables, ...targets(base.schema, partTables, statements)] }
  return { schema, facts: new Map([...base.facts].filter(([name]) => partTables.has(name))) }
}

/**
 * Returns the tables that statements name. A join table or a search index includes its collection, because its rows
 * belong to documents.
 */
function withOwners(base: Start, statements: readonly string[]): Schema {
  const part = partFor(base.schema, statements)
  const names = new Set(part.tables.map((table) => table.name))
  const isTorn = ([name, fields]: [string, ReadonlyMap<string, FieldFacts>]) =>
    !names.has(name) && [searchTableName(name), ...joinsOf(name, fields)].some((table) => names.has(table))
  const owners = [...base.facts].filter(isTorn).map(([name]) => quote(name))
  return owners.length === 0 ? part : withOwners(base, [...statements, ...owners])
}

/**
 * Returns the names of collections whose triggers fill tables that handwritten statements name: content and its counts,
 * versions. Rows of these tables can only be created through documents.
 */
function derivedSources({ schema, facts }: Start, files: readonly MigrationFile[]): string[] {
  const words = new Set(
    files
      .filter(isWrittenByHand)
      .flatMap((file) => statementsOf(file).flatMap(tokenize))
      .map(({ value }) => value.toLowerCase()),
  )
  const collections = [...facts.keys()]
  const isAny = schema.tables.some(({ name }) => (DERIVED.has(name) || name === VERSIONS) && words.has(name))
  const named = collections.filter((name) => words.has(name))
  const chosen = isAny && named.length === 0 ? collections.slice(0, SOURCES) : []
  return [...(isAny ? named : []), ...chosen].map(quote)
}

/** Number of collections to use in place of all, if statements name none. */
const SOURCES = 3

/** Returns the tables to which others refer, reduced to their primary keys and the referenced columns. */
function targets(schema: Schema, partTables: ReadonlySet<string>, statements: readonly string[]): SchemaTable[] {
  const words = statements.flatMap((sql) => [...sql.matchAll(/REFERENCES "(\w+)" \("(\w+)"\)/g)])
  const referred = [
    ...schema.tables
      .filter((table) => partTables.has(table.name))
      .flatMap((table) => table.foreignKeys.map((key) => [key.table, key.references] as const)),
    ...words.map(([, table = '', column = '']) => [table, [column]] as const),
  ]
  return schema.tables.flatMap((table) => {
    const names = new Set(referred.filter(([name]) => name === table.name).flatMap(([, columns]) => columns))
    if (partTables.has(table.name) || names.size === 0) return []
    const columns = table.columns.filter(({ name, primaryKey }) => names.has(name) || primaryKey > 0)
    const isOwn = (key: string) => columns.some(({ name }) => key === `"${name}"`)
    const indexes = table.indexes.filter((index) => index.unique && index.columns.every(isOwn))
    return [{ ...table, columns, foreignKeys: [], indexes }]
  })
}
