import { WAITING_ROWS, whereNotOfPlatform } from '../../ground/internal-tables.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { BackupDatabase } from './database.ts'

/** A table whose rows are in a backup. */
export interface BackupTable {
  readonly name: string
  readonly sql: string
  /**
   * Stored columns, in order. `rowid` comes first if no column contains the row's id, because full-text indexes use it.
   */
  readonly columns: readonly string[]
  /** Columns by which rows are sorted: the row's id or, in a table without ids, the primary key. */
  readonly keys: readonly string[]
  /** Names of the tables that the table refers to. */
  readonly references: readonly string[]
}

/** A schema in the order in which its parts are created again. */
export interface BackupShape {
  readonly tables: readonly BackupTable[]
  /** Virtual tables. SQLite creates their internal tables, and triggers fill them when rows are inserted. */
  readonly virtual: readonly { readonly name: string; readonly sql: string }[]
  /** Triggers that insert a new row into a virtual table, each with a statement that does the same for all rows. */
  readonly filling: readonly { readonly trigger: string; readonly all: string }[]
  readonly indexes: readonly string[]
  /** Views, and all other triggers. They are created after the rows, which already contain the triggers' effects. */
  readonly later: readonly string[]
  /** True if the database has the table `sqlite_sequence`. */
  readonly hasSequence: boolean
}

interface Entry {
  readonly type: string
  readonly name: string
  readonly sql: string | null
}

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly pk: number
  readonly wr: number
}

export const SCHEMA = `SELECT type, name, sql FROM sqlite_schema WHERE ${whereNotOfPlatform('name')} ORDER BY rowid`
const ORDINARY = `l.schema = 'main' AND l.type = 'table' AND ${whereNotOfPlatform('l.name')}`
const COLUMNS = sqlText`
  SELECT l.name AS "table", c.name AS "name", c.type AS "type", c.pk AS "pk", l.wr AS "wr"
  FROM pragma_table_list AS l, pragma_table_xinfo(l.name) AS c
  WHERE ${ORDINARY} AND c.hidden = 0
  ORDER BY l.name, c.cid
`
const KEYS = sqlText`
  SELECT l.name AS "table", f."table" AS "target"
  FROM pragma_table_list AS l, pragma_foreign_key_list(l.name) AS f
  WHERE ${ORDINARY}
`

/** Reads the schema of a database, and a string that changes whenever the schema changes. */
export async function readShape(db: BackupDatabase): Promise<{ readonly shape: BackupShape; readonly text: string }> {
  const [entries, columns, keys] = (await db.run<unknown>(
    [SCHEMA, COLUMNS, KEYS].map((sql) => ({ sql, values: [] })),
  )) as [Entry[], ColumnRow[], { table: string; target: string }[]] // the columns of the queries above
  const virtual = entries.filter(isVirtual).map(({ name, sql }) => ({ name, sql: sql ?? '' }))
  const shadows = new Set(virtual.flatMap(({ name }) => SHADOWS.map((suffix) => `${name}_${suffix}`)))
  const tables = entries.filter(
    (entry) => entry.type === 'table' && !isVirtual(entry) && !isInternal(entry.name) && !shadows.has(entry.name),
  )
  const triggers = textsOf(entries, 'trigger')
  const filling = triggers.flatMap((trigger) => {
    const all = fillOf(trigger, virtual)
    return all === null ? [] : [{ trigger, all }]
  })
  const shape: BackupShape = {
    tables: parentsFirst(
      tables.map(({ name, sql }) => ({
        name,
        sql: sql ?? '',
        ...columnsOf(columns.filter(({ table }) => table === name)),
        references: [...new Set(keys.filter(({ table }) => table === name).map(({ target }) => target))],
      })),
    ),
    virtual,
    filling,
    indexes: textsOf(entries, 'index'),
    later: [...textsOf(entries, 'view'), ...triggers.filter((sql) => !filling.some(({ trigger }) => trigger === sql))],
    hasSequence: entries.some(({ name }) => name === 'sqlite_sequence'),
  }
  return { shape, text: schemaText(entries) }
}

/** Returns a schema as one text, without numbers that SQLite may change, and without the temporary table of backups. */
export function schemaText(entries: readonly Entry[]): string {
  const ownEntries = entries.filter(({ name }) => name !== WAITING_ROWS && !isInternal(name))
  return JSON.stringify(ownEntries.map(({ type, name, sql }) => [type, name, sql]).sort())
}

/** Suffixes of FTS5's internal tables (https://www.sqlite.org/fts5.html#the_fts5_data_storage_structure). */
const SHADOWS = ['data', 'idx', 'content', 'docsize', 'config']

function isVirtual({ type, sql }: Entry): boolean {
  return type === 'table' && /^CREATE\s+VIRTUAL/i.test(sql ?? '')
}

function isInternal(name: string): boolean {
  return name.startsWith('sqlite_')
}

/** Returns the SQL of entries of a type. Indexes that SQLite creates with their table have none. */
function textsOf(entries: readonly Entry[], type: string): string[] {
  return entries.flatMap((entry) => (entry.type === type && entry.sql !== null ? [entry.sql] : []))
}

/** Matches a trigger on inserts that only inserts the new row into a virtual table. */
const FILLS =
  /\bAFTER\s+INSERT\s+ON\s+("[^"]+")\s+BEGIN\s+INSERT\s+INTO\s+"([^"]+)"\s*(\([^()]*\))\s*VALUES\s*\(([^;]*)\);\s*END\s*$/i

/**
 * Returns the statement that does for all rows what a trigger that matches `FILLS` does for one row, with the table
 * aliased as NEW; `null` for any other trigger, and for one that fills a table which is not in `virtual`.
 */
function fillOf(trigger: string, virtual: BackupShape['virtual']): string | null {
  const [, table, target = '', columns, values] = FILLS.exec(trigger) ?? []
  if (values === undefined || !virtual.some(({ name }) => name === target)) return null
  return `INSERT INTO "${target}" ${columns} SELECT ${values} FROM ${table} AS NEW`
}

function columnsOf(columns: readonly ColumnRow[]): Pick<BackupTable, 'columns' | 'keys'> {
  const names = columns.map(({ name }) => name)
  const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  if (columns[0]?.wr === 1) return { columns: names, keys: primary.map(({ name }) => name) }
  const [alias] = primary.length === 1 && primary[0]?.type.toUpperCase() === 'INTEGER' ? primary : []
  return alias ? { columns: names, keys: [alias.name] } : { columns: ['rowid', ...names], keys: ['rowid'] }
}

/** Sorts tables so that each follows those that it refers to, as far as such an order exists. */
function parentsFirst(tables: readonly BackupTable[]): readonly BackupTable[] {
  const ordered = new Set<BackupTable>()
  const begun = new Set<BackupTable>()
  const add = (table: BackupTable): void => {
    if (begun.has(table)) return
    begun.add(table)
    for (const parent of tables) if (table.references.includes(parent.name)) add(parent)
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}
