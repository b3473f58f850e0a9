import { literal, quote, quoteAll } from '../../ground/sql.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { ManifestCollection, Schema, SchemaIndex, SchemaTable } from '../../manifest/index.ts'
import { contentColumns, type FieldTypes } from '../schema/model/collection-triggers.ts'
import { searchTableName } from '../schema/model/names.ts'
import { populateSearch } from '../schema/model/set-aside.ts'
import { DEFER_FOREIGN_KEYS } from '../schema/plan/rebuild.ts'
import { introspectSchema, type SchemaRow } from '../schema/sql/introspect.ts'
import { makeStep, type Step } from '../schema/steps/step.ts'
import { type Difference, ownRows } from './find-drift.ts'
import { rebuildAlike } from './rebuild-alike.ts'

export interface ReconcileSource {
  readonly drift: readonly Difference[]
  /** `sqlite_schema` of the database that has drifted; `expected` is that of a database without drift. */
  readonly live: readonly SchemaRow[]
  readonly expected: readonly SchemaRow[]
  readonly collections: readonly ManifestCollection[]
  readonly types: FieldTypes
}

/**
 * Plans the statements that restore a drifted database to what its migrations created. They do not change a database
 * without drift, because a migration runs on every database. Foreign tables are ignored.
 */
export function reconcile({ drift, live, expected, collections, types }: ReconcileSource): Step[] {
  const wanted = introspectSchema(expected)
  const found = introspectSchema(ownRows(live, new Set(wanted.tables.map(({ name }) => name))))
  const plan: Plan = { drift, wanted, found, collections, types, sqlOf: statementsIn(expected) }
  const touched = touchedTables(plan)
  return [
    ...(touched.rebuilt.length > 0 ? [DEFER] : []),
    ...setAside(plan, touched),
    ...touched.created.map((table) => createMissing(table, plan)),
    ...indexes(plan, touched),
    ...touched.rebuilt.map((table) => rebuild(table, plan)),
    ...derive(plan, touched),
  ]
}

interface Plan {
  readonly drift: readonly Difference[]
  readonly wanted: Schema
  readonly found: Schema
  readonly collections: readonly ManifestCollection[]
  readonly types: FieldTypes
  /** Returns the statement that creates a table, index or trigger, as SQLite stores it. */
  readonly sqlOf: (name: string) => string
}

/** Tables that are created or rebuilt, and those whose search index or content is derived again. */
interface Touched {
  readonly created: readonly SchemaTable[]
  readonly rebuilt: readonly SchemaTable[]
  readonly derived: readonly ManifestCollection[]
  /** Names of the triggers that are restored. */
  readonly triggers: ReadonlySet<string>
}

const DEFER = makeStep({ kind: 'defer-foreign-keys' }, [DEFER_FOREIGN_KEYS])

function statementsIn(rows: readonly SchemaRow[]): Plan['sqlOf'] {
  const statements = new Map(rows.map(({ name, sql }) => [name, sql ?? '']))
  return (name) => statements.get(name) ?? ''
}

function touchedTables({ drift, wanted, collections }: Plan): Touched {
  const tablesWith = (what: Difference['what'][], test: (item: Difference) => boolean = () => true) =>
    new Set(drift.filter((item) => what.includes(item.what) && test(item)).map(({ table }) => table))
  const gone = tablesWith(['table'], ({ kind }) => kind === 'missing')
  const shaped = tablesWith(['column', 'foreign key', 'constraint'])
  const loose = tablesWith(['trigger', 'search table'])
  const isTouched = (name: string) => gone.has(name) || shaped.has(name) || loose.has(name)
  const triggers = wanted.triggers.filter(
    ({ name, table }) =>
      gone.has(table) || shaped.has(table) || drift.some((item) => item.what === 'trigger' && item.name === name),
  )
  return {
    created: wanted.tables.filter(({ name }) => gone.has(name)),
    // A table that lacks an index to which another table refers comes before that table: SQLite writes no row of either
    // while the index is missing.
    rebuilt: wanted.tables
      .filter(({ name }) => shaped.has(name))
      .sort((a, b) => Number(keysOf(b, wanted).length > 0) - Number(keysOf(a, wanted).length > 0)),
    derived: collections.filter(
      ({ table }) => isTouched(table) || isTouched(searchTableName(table)) || isTouched('content'),
    ),
    triggers: new Set(triggers.map(({ name }) => name)),
  }
}

/**
 * Returns the step that drops triggers and search tables that are created again, and triggers that nobody declared:
 * triggers must not run for the following steps.
 */
function setAside({ drift, collections, wanted }: Plan, { triggers, derived }: Touched): Step[] {
  const surplus = drift.filter(({ what, kind }) => what === 'trigger' && kind === 'surplus').map(({ name }) => name)
  const tables = collections
    .filter((collection) => derived.includes(collection) && hasSearch(collection, wanted))
    .map(({ table }) => searchTableName(table))
  const dropped = [
    ...[...triggers, ...surplus].map((name) => `DROP TRIGGER IF EXISTS ${quote(name)}`),
    ...tables.map((name) => `DROP TABLE IF EXISTS ${quote(name)}`),
  ]
  if (dropped.length === 0) return []
  const notes = surplus.map((name) => `${name} is a trigger that is not in the lock`)
  const named = [...wanted.triggers.filter(({ name }) => triggers.has(name)).map(({ table }) => table), ...tables]
  return [makeStep({ kind: 'set-aside', tables: [...new Set(named)].sort() }, dropped, notes)]
}

function createMissing(table: SchemaTable, { sqlOf }: Plan): Step {
  return makeStep(
    { kind: 'create-table', table: table.name, owner: table.owner },
    [
      sqlOf(table.name).replace(/^CREATE TABLE /i, 'CREATE TABLE IF NOT EXISTS '),
      ...table.indexes.flatMap(({ name }) => indexAnew(name, sqlOf)),
    ],
    ['only if it is missing; its rows are not restored'],
  )
}

function rebuild(table: SchemaTable, { drift, found, wanted, sqlOf }: Plan): Step {
  const keys = keysOf(table, wanted)
  const before = found.tables.find(({ name }) => name === table.name) ?? table
  const differences = drift.filter(
    (item) => item.table === table.name && item.what !== 'index' && item.what !== 'trigger',
  )
  const surplus = differences.filter(({ kind, what }) => kind === 'surplus' && what === 'column')
  const dropped = Object.fromEntries(surplus.map(({ name, message }) => [name, message]))
  return makeStep(
    { kind: 'rebuild-table', table: table.name, dropped, lossy: {} },
    [
      ...rebuildAlike(before, table, [sqlOf(table.name), ...keys.map(({ name }) => sqlOf(name))]),
      ...table.indexes.filter((index) => !keys.includes(index)).flatMap(({ name }) => indexAnew(name, sqlOf)),
    ],
    differences.map(({ message }) => message),
  )
}

/** Returns the unique indexes of a table that foreign keys refer to. */
function keysOf({ name, indexes }: SchemaTable, { tables }: Schema): SchemaIndex[] {
  const keys = tables.flatMap(({ foreignKeys }) => foreignKeys.filter(({ table }) => table === name))
  const columns = new Set(keys.map(({ references }) => quoteAll(references)))
  return indexes.filter(({ unique, columns: indexed }) => unique && columns.has(indexed.join(', ')))
}

function indexes({ drift, sqlOf }: Plan, { created, rebuilt }: Touched): Step[] {
  const done = new Set([...created, ...rebuilt].map(({ name }) => name))
  return drift
    .filter(({ what }) => what === 'index')
    .flatMap(({ kind, table, name, message, lock }) => {
      const notes = [message]
      if (kind === 'surplus') {
        return [
          makeStep(
            { kind: 'drop-index', table, index: name, unique: false },
            [`DROP INDEX IF EXISTS ${quote(name)}`],
            notes,
          ),
        ]
      }
      if (done.has(table)) return []
      const isUnique = /^CREATE UNIQUE/.test(lock ?? '')
      return [makeStep({ kind: 'create-index', table, index: name, unique: isUnique }, indexAnew(name, sqlOf), notes)]
    })
}

function indexAnew(name: string, sqlOf: Plan['sqlOf']): string[] {
  return [`DROP INDEX IF EXISTS ${quote(name)}`, sqlOf(name)]
}

/**
 * Returns the step that derives search indexes, content and counts from the rows again, because rows may have been
 * written while they were not maintained, and that creates the triggers.
 */
function derive({ wanted, types, sqlOf }: Plan, { derived, triggers }: Touched): Step[] {
  const has = (name: string) => wanted.tables.some((table) => table.name === name)
  const content = has('content') && has('content_counts') ? derived : []
  const statements = [
    ...derived
      .filter((collection) => hasSearch(collection, wanted))
      .flatMap((collection) => [sqlOf(searchTableName(collection.table)), populateSearch(collection, types)]),
    ...content.flatMap(deriveContent),
    ...(content.length > 0 ? COUNTS : []),
    ...wanted.triggers.filter(({ name }) => triggers.has(name)).map(({ name }) => sqlOf(name)),
  ]
  if (statements.length === 0) return []
  const tables = derived.map(({ table }) => table)
  return [makeStep({ kind: 'derive', tables }, statements)]
}

function hasSearch({ table }: ManifestCollection, { tables }: Schema): boolean {
  return tables.some(({ name }) => name === searchTableName(table))
}

function deriveContent(collection: ManifestCollection): string[] {
  const table = quote(collection.table)
  const columns = contentColumns(collection, table)
  const names = columns.map(([name]) => name)
  const set = names.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')
  const values = [`${table}."id"`, literal(collection.name), ...columns.map(([, value]) => value)].join(', ')
  return [
    sqlText`
      DELETE FROM "content"
      WHERE "collection_id" = ${literal(collection.name)}
      AND "id" NOT IN (SELECT "id" FROM ${table})
    `,
    sqlText`
      INSERT INTO "content" (${quoteAll(['id', 'collection_id', ...names])})
      SELECT ${values}
      FROM ${table}
      WHERE true
      ON CONFLICT ("id") DO UPDATE SET ${set}
    `,
  ]
}

const COUNTS = [
  'DELETE FROM "content_counts"',
  sqlText`
    INSERT INTO "content_counts" ("collection_id", "status", "count")
    SELECT "collection_id", "status", count(*)
    FROM "content" GROUP BY "collection_id", "status"
  `,
]
