import { WAITING_ROWS } from '../../ground/internal-tables.ts'
import { quoteAll } from '../../ground/sql.ts'
import type { Schema, SchemaColumn, SchemaTable } from '../../manifest/index.ts'
import { canonicalColumn } from '../schema/sql/canonical.ts'
import { introspectSchema, ordinaryRows, type SchemaRow } from '../schema/sql/introspect.ts'
import { printColumn, printIndex } from '../schema/sql/print.ts'

/** A difference between a database and what its migrations created. */
export interface Difference {
  /** Kind of the difference. `foreign`: a table or view that no migration created, which is ignored. */
  readonly kind: 'missing' | 'surplus' | 'changed' | 'foreign'
  readonly what: 'table' | 'view' | 'search table' | 'column' | 'foreign key' | 'index' | 'trigger' | 'constraint'
  readonly table: string
  readonly name: string
  /** Description in one sentence without a full stop. */
  readonly message: string
  /** SQL of the expected object; `null` if there should be none. */
  readonly lock: string | null
  /** SQL of the actual object; `null` if there is none. */
  readonly database: string | null
}

/**
 * Returns the differences between a database and its expected schema, in the order of tables: tables, columns, foreign
 * keys, constraints, indexes, triggers and full-text tables. Archives of watch mode are ignored.
 * @param live `sqlite_schema` of the database
 * @param expected `sqlite_schema` of a database that only its migrations have created
 */
export function findDrift(live: readonly SchemaRow[], expected: readonly SchemaRow[]): Difference[] {
  const wanted = introspectSchema(expected)
  const names = new Set(wanted.tables.map(({ name }) => name))
  const found = introspectSchema(ownRows(live, names))
  const standing = new Map(found.tables.map((table) => [table.name, table]))
  return [
    ...wanted.tables.flatMap((table) => compareTable(table, standing.get(table.name))),
    ...compareTriggers(wanted, found, new Set(standing.keys())),
    ...foreignTables(live, names),
  ]
}

/** Returns the rows of the tables that the migrations created, with their indexes and triggers. */
export function ownRows(live: readonly SchemaRow[], names: ReadonlySet<string>): SchemaRow[] {
  return ordinaryRows(live).filter((row) => names.has(row.tbl_name))
}

function foreignTables(live: readonly SchemaRow[], names: ReadonlySet<string>): Difference[] {
  return ordinaryRows(live).flatMap(({ type, name, sql }) => {
    const isForeign = !names.has(name) && !name.startsWith('archive__') && name !== WAITING_ROWS
    if (!isForeign || (type !== 'table' && type !== 'view')) return []
    const message = `the ${type} ${name} is in the database, but no migration made it`
    return [{ kind: 'foreign', what: type, table: name, name, message, lock: null, database: sql }]
  })
}

function compareTable(wanted: SchemaTable, found: SchemaTable | undefined): Difference[] {
  const what = wanted.kind === 'virtual' ? 'search table' : 'table'
  const report = reporter(what, wanted.name)
  if (!found) return [report(wanted.name, sqlOf(wanted), null)]
  if (wanted.kind === 'virtual') {
    return wanted.sql === found.sql ? [] : [report(wanted.name, sqlOf(wanted), found.sql ?? '')]
  }
  return [
    ...compareColumns(wanted, found),
    ...compareKeys(wanted, found),
    ...compareRest(wanted, found),
    ...compareIndexes(wanted, found),
  ]
}

function sqlOf({ name, sql, columns }: SchemaTable): string {
  return sql ?? `${name} (${quoteAll(columns.map((column) => column.name))})`
}

/** Makes a function that reports a difference of one object, in words and as SQL. */
function reporter(what: Difference['what'], table: string) {
  return (name: string, lock: string | null, database: string | null): Difference => {
    const kind = lock === null ? 'surplus' : database === null ? 'missing' : 'changed'
    const subject = what === 'column' ? `the column ${table}.${name}` : `the ${what} ${name}`
    const place = what === 'table' || what === 'search table' || what === 'column' ? '' : ` of ${table}`
    return { kind, what, table, name, message: `${subject}${place} ${SAID[kind]}`, lock, database }
  }
}

const SAID = {
  missing: 'is missing in the database',
  surplus: 'is in the database, but not in the lock',
  changed: 'differs between the database and the lock',
} as const

function compareColumns(wanted: SchemaTable, found: SchemaTable): Difference[] {
  const print = (column: SchemaColumn) => printColumn(column, [], false) + (column.primaryKey > 0 ? ' PRIMARY KEY' : '')
  const isSame = (one: SchemaColumn, other: SchemaColumn) =>
    JSON.stringify(canonicalColumn(one)) === JSON.stringify(canonicalColumn(other))
  return compareByName(wanted.columns, found.columns, isSame, print, reporter('column', wanted.name))
}

function compareIndexes(wanted: SchemaTable, found: SchemaTable): Difference[] {
  const print = (index: SchemaTable['indexes'][number]) => printIndex(wanted.name, index)
  return compareByName(
    wanted.indexes,
    found.indexes,
    (one, other) => print(one) === print(other),
    print,
    reporter('index', wanted.name),
  )
}

function compareTriggers(wanted: Schema, found: Schema, tables: ReadonlySet<string>): Difference[] {
  const names = new Set([...wanted.triggers, ...found.triggers].map(({ table }) => table))
  return [...names]
    .filter((table) => tables.has(table))
    .flatMap((table) => {
      const of = ({ triggers }: Schema) => triggers.filter((trigger) => trigger.table === table)
      return compareByName(
        of(wanted),
        of(found),
        (one, other) => one.sql === other.sql,
        ({ sql }) => sql,
        reporter('trigger', table),
      )
    })
}

function compareKeys(wanted: SchemaTable, found: SchemaTable): Difference[] {
  const named = (table: SchemaTable) =>
    table.foreignKeys.map(({ columns, table: target, references }) => ({
      name: columns.join(', '),
      sql: `FOREIGN KEY (${quoteAll(columns)}) REFERENCES ${quoteAll([target])} (${quoteAll(references)})`,
    }))
  return compareByName(
    named(wanted),
    named(found),
    (one, other) => one.sql === other.sql,
    ({ sql }) => sql,
    reporter('foreign key', wanted.name),
  )
}

/** Compares constraints and options that the lock does not contain: CHECK, COLLATE, ON DELETE, STRICT and the like. */
function compareRest(wanted: SchemaTable, found: SchemaTable): Difference[] {
  const named = (table: SchemaTable) => [...(table.beyond ?? [])].sort().map((sql) => ({ name: sql, sql }))
  const rowid = (table: SchemaTable) => (table.withoutRowid ? [{ name: 'WITHOUT ROWID', sql: 'WITHOUT ROWID' }] : [])
  return compareByName(
    [...named(wanted), ...rowid(wanted)],
    [...named(found), ...rowid(found)],
    () => true,
    ({ sql }) => sql,
    reporter('constraint', wanted.name),
  )
}

function compareByName<Item extends { readonly name: string }>(
  wanted: readonly Item[],
  found: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
  print: (item: Item) => string,
  report: (name: string, lock: string | null, database: string | null) => Difference,
): Difference[] {
  const standing = new Map(found.map((item) => [item.name, item]))
  const known = new Set(wanted.map(({ name }) => name))
  return [
    ...wanted.flatMap((item) => {
      const other = standing.get(item.name)
      if (other && isSame(item, other)) return []
      return [report(item.name, print(item), other ? print(other) : null)]
    }),
    ...found.filter(({ name }) => !known.has(name)).map((item) => report(item.name, null, print(item))),
  ]
}
