import { WAITING_ROWS, whereNotOfPlatform } from '../../ground/internal-tables.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { BackupDatabase } from './database.ts'

/** A table whose rows are in a backup. */
export interface BackupTable {
  readonly name: string
  readonly sql: string
  /**
   * Stored columns, in order. `rowid` comes first where rows have an id that no column shows: full-text indexes use it.
   */
  readonly columns: readonly string[]
  /** By which rows are in order, among the columns: the row's id, or the primary key of a table without. */
  readonly keys: readonly string[]
  /** Names of the tables that it refers to. */
  readonly references: readonly string[]
}

/** A schema in the order in which it is made again. */
export interface BackupShape {
  readonly tables: readonly BackupTable[]
  /** Virtual tables, whose own tables SQLite makes. They keep no text: triggers fill them when rows are put in. */
  readonly virtual: readonly { readonly name: string; readonly sql: string }[]
  /** The triggers that put a new row into a virtual table, each with a statement that does so for all rows. */
  readonly filling: readonly { readonly trigger: string; readonly all: string }[]
  readonly indexes: readonly string[]
  /** Views, and all other triggers: there after the rows, since what they did is among them. */
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
const KEYS = `SELECT l.name AS "table", f."table" AS "target" FROM pragma_table_list AS l, pragma_foreign_key_list(l.name) AS f WHERE ${ORDINARY}`

/** The schema of a database, and its text, by which a change is noticed. */
export async function readShape(db: BackupDatabase): Promise<{ readonly shape: BackupShape; readonly text: string }> {
  const [entries, columns, keys] = (await db.run<unknown>(
    [SCHEMA, COLUMNS, KEYS].map((sql) => ({ sql, values: [] })),
  )) as [Entry[], ColumnRow[], { table: string; target: string }[]] // what the select lists above name
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

/** A schema as one text. What SQLite renumbers does not matter, and neither does where backups wait. */
export function schemaText(entries: readonly Entry[]): string {
  const own = entries.filter(({ name }) => name !== WAITING_ROWS && !isInternal(name))
  return JSON.stringify(own.map(({ type, name, sql }) => [type, name, sql]).sort())
}

/** FTS5's own tables (https://www.sqlite.org/fts5.html#the_fts5_data_storage_structure). */
const SHADOWS = ['data', 'idx', 'content', 'docsize', 'config']

function isVirtual({ type, sql }: Entry): boolean {
  return type === 'table' && /^CREATE\s+VIRTUAL/i.test(sql ?? '')
}

function isInternal(name: string): boolean {
  return name.startsWith('sqlite_')
}

/** Indexes that SQLite makes with their table have no text. */
function textsOf(entries: readonly Entry[], type: string): string[] {
  return entries.flatMap((entry) => (entry.type === type && entry.sql !== null ? [entry.sql] : []))
}

/** A trigger on inserts that does nothing but put the new row into a virtual table. */
const FILLS =
  /\bAFTER\s+INSERT\s+ON\s+("[^"]+")\s+BEGIN\s+INSERT\s+INTO\s+"([^"]+)"\s*(\([^()]*\))\s*VALUES\s*\(([^;]*)\);\s*END\s*$/i

/**
 * Statement that does for all rows what such a trigger does for one: the table is aliased as NEW. `null` for other
 * triggers.
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

/** Each table after those that it refers to, wherever there is such an order. */
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
