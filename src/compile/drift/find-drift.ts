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
 * Returns the differences between a database and its expected schema: table by table, then those of triggers, then
 * tables and views that no migration created. Archives of watch mode are ignored.
 * @param live `sqlite_schema` of the database
 * @param expected `sqlite_schema` of a database that only its migrations have created
 */
export function findDrift(live: readonly SchemaRow[], expected: readonly SchemaRow[]): Difference[] {
  const target = introspectSchema(expected)
  const names = new Set(target.tables.map(({ name }) => name))
  const found = introspectSchema(ownRows(live, names))
  const foundTables = new Map(found.tables.map((table) => [table.name, table]))
  return [
    ...target.tables.flatMap((table) => compareTable(table, foundTables.get(table.name))),
    ...compareTriggers(target, found, new Set(foundTables.keys())),
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
    const message = `the ${type} ${name} is in the database, but no migration created it`
    return [{ kind: 'foreign', what: type, table: name, name, message, lock: null, database: sql }]
  })
}

function compareTable(target: SchemaTable, found: SchemaTable | undefined): Difference[] {
  const what = target.kind === 'virtual' ? 'search table' : 'table'
  const report = reporter(what, target.name)
  if (!found) return [report(target.name, sqlOf(target), null)]
  if (target.kind === 'virtual') {
    return target.sql === found.sql ? [] : [report(target.name, sqlOf(target), found.sql ?? '')]
  }
  return [
    ...compareColumns(target, found),
    ...compareKeys(target, found),
    ...compareRest(target, found),
    ...compareIndexes(target, found),
  ]
}

function sqlOf({ name, sql, columns }: SchemaTable): string {
  return sql ?? `${name} (${quoteAll(columns.map((column) => column.name))})`
}

/** Returns a function that describes differences in objects of one kind, in words and as SQL. */
function reporter(what: Difference['what'], table: string) {
  return (name: string, lock: string | null, database: string | null): Difference => {
    const kind = lock === null ? 'surplus' : database === null ? 'missing' : 'changed'
    const subject = what === 'column' ? `the column ${table}.${name}` : `the ${what} ${name}`
    const place = what === 'table' || what === 'search table' || what === 'column' ? '' : ` of ${table}`
    return { kind, what, table, name, message: `${subject}${place} ${SAID[kind]}`, lock, database }
  }
}

const SAID = {
  missing: 'is missing from the database',
  surplus: 'is in the database, but not in the lock',
  changed: 'differs between the database and the lock',
} as const

function compareColumns(target: SchemaTable, found: SchemaTable): Difference[] {
  const print = (column: SchemaColumn) => printColumn(column, [], false) + (column.primaryKey > 0 ? ' PRIMARY KEY' : '')
  const isSame = (left: SchemaColumn, right: SchemaColumn) =>
    JSON.stringify(canonicalColumn(left)) === JSON.stringify(canonicalColumn(right))
  return compareByName(target.columns, found.columns, isSame, print, reporter('column', target.name))
}

function compareIndexes(target: SchemaTable, found: SchemaTable): Difference[] {
  const print = (index: SchemaTable['indexes'][number]) => printIndex(target.name, index)
  return compareByName(
    target.indexes,
    found.indexes,
    (left, right) => print(left) === print(right),
    print,
    reporter('index', target.name),
  )
}

function compareTriggers(target: Schema, found: Schema, tables: ReadonlySet<string>): Difference[] {
  const names = new Set([...target.triggers, ...found.triggers].map(({ table }) => table))
  return [...names]
    .filter((table) => tables.has(table))
    .flatMap((table) => {
      const of = ({ triggers }: Schema) => triggers.filter((trigger) => trigger.table === table)
      return compareByName(
        of(target),
        of(found),
        (left, right) => left.sql === right.sql,
        ({ sql }) => sql,
        reporter('trigger', table),
      )
    })
}

function compareKeys(declaration: SchemaTable, found: SchemaTable): Difference[] {
  const named = (table: SchemaTable) =>
    table.foreignKeys.map(({ columns, table: target, references }) => ({
      name: columns.join(', '),
      sql: `FOREIGN KEY (${quoteAll(columns)}) REFERENCES ${quoteAll([target])} (${quoteAll(references)})`,
    }))
  return compareByName(
    named(declaration),
    named(found),
    (left, right) => left.sql === right.sql,
    ({ sql }) => sql,
    reporter('foreign key', declaration.name),
  )
}

/** Compares constraints and options, such as `CHECK`, `COLLATE`, `ON DELETE`, `STRICT` and `WITHOUT ROWID`. */
function compareRest(target: SchemaTable, found: SchemaTable): Difference[] {
  const named = (table: SchemaTable) => [...(table.beyond ?? [])].sort().map((sql) => ({ name: sql, sql }))
  const rowid = (table: SchemaTable) => (table.withoutRowid ? [{ name: 'WITHOUT ROWID', sql: 'WITHOUT ROWID' }] : [])
  return compareByName(
    [...named(target), ...rowid(target)],
    [...named(found), ...rowid(found)],
    () => true,
    ({ sql }) => sql,
    reporter('constraint', target.name),
  )
}

function compareByName<Item extends { readonly name: string }>(
  targets: readonly Item[],
  found: readonly Item[],
  isSame: (left: Item, right: Item) => boolean,
  print: (item: Item) => string,
  report: (name: string, lock: string | null, database: string | null) => Difference,
): Difference[] {
  const foundItems = new Map(found.map((item) => [item.name, item]))
  const known = new Set(targets.map(({ name }) => name))
  return [
    ...targets.flatMap((item) => {
      const other = foundItems.get(item.name)
      if (other && isSame(item, other)) return []
      return [report(item.name, print(item), other ? print(other) : null)]
    }),
    ...found.filter(({ name }) => !known.has(name)).map((item) => report(item.name, null, print(item))),
  ]
}
