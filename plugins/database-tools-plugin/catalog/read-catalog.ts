import { type RequestContext, sqlText, whereOrdinary } from 'lintel/kit'

/** A column as SQLite describes it. */
export interface Column {
  readonly name: string
  readonly type: string
  readonly notNull: boolean
  /** Default value, an SQL expression; `null` for none. */
  readonly default: string | null
  /** Position in the primary key, from 1 on; 0 for a column that is not part of it. */
  readonly primaryKey: number
  /** True for a column whose value is computed when it is read, and not stored. */
  readonly computed: boolean
}

export interface Index {
  readonly name: string
  readonly unique: boolean
  /** Names of the columns, in order; `null` for an expression, and for the row's id. */
  readonly columns: readonly (string | null)[]
  /** First page of the index in the file; bytecode refers to it by this number. */
  readonly root: number
}

export interface ForeignKey {
  readonly column: string
  readonly table: string
  /** Referenced column; `null` for the primary key of the other table. */
  readonly target: string | null
  readonly onDelete: string
}

/** A table; it may be a virtual table. */
export interface Table {
  readonly name: string
  readonly sql: string
  readonly root: number
  readonly isVirtual: boolean
  readonly withoutRowid: boolean
  readonly columns: readonly Column[]
  readonly indexes: readonly Index[]
  readonly foreignKeys: readonly ForeignKey[]
}

interface Rows {
  readonly tables: { name: string; root: number; sql: string; wr: number; type: string }[]
  readonly columns: {
    table: string
    name: string
    type: string
    notnull: number
    dflt: string | null
    pk: number
    hidden: number
  }[]
  readonly indexes: { table: string; name: string; unique: number; root: number | null; column: string | null }[]
  readonly keys: { table: string; column: string; target: string; to: string | null; onDelete: string }[]
}

/**
 * Condition for tables that do not belong to SQLite or the platform; `table_list` gives the type of each table, which
 * excludes shadow tables of virtual tables.
 */
const OWN_TABLES = `l.schema = 'main' AND l.type IN ('table', 'virtual') AND ${whereOrdinary('l.name')}`

const TABLES = sqlText`
  SELECT l.name AS "name", s.rootpage AS "root", s.sql AS "sql", l.wr AS "wr", l.type AS "type"
  FROM pragma_table_list AS l JOIN sqlite_schema AS s ON s.name = l.name AND s.type = 'table'
  WHERE ${OWN_TABLES}
  ORDER BY l.name
`
const COLUMNS = sqlText`
  SELECT l.name AS "table", c.name AS "name", c.type AS "type", c."notnull" AS "notnull",
    c.dflt_value AS "dflt", c.pk AS "pk", c.hidden AS "hidden"
  FROM pragma_table_list AS l, pragma_table_xinfo(l.name) AS c
  WHERE ${OWN_TABLES} AND (l.type = 'table' OR c.hidden = 0)
  ORDER BY l.name, c.cid
`
const INDEXES = sqlText`
  SELECT l.name AS "table", i.name AS "name", i."unique" AS "unique", s.rootpage AS "root", x.name AS "column"
  FROM pragma_table_list AS l, pragma_index_list(l.name) AS i LEFT
  JOIN sqlite_schema AS s ON s.name = i.name AND s.type = 'index', pragma_index_xinfo(i.name) AS x
  WHERE ${OWN_TABLES} AND l.type = 'table' AND (x.key = 1 OR i.origin = 'pk')
  ORDER BY l.name, i.name, x.seqno
`
const KEYS = sqlText`
  SELECT l.name AS "table", f."from" AS "column", f."table" AS "target", f."to" AS "to", f.on_delete AS "onDelete"
  FROM pragma_table_list AS l, pragma_foreign_key_list(l.name) AS f
  WHERE ${OWN_TABLES} AND l.type = 'table'
  ORDER BY l.name, f.id, f.seq
`

/** Reads all tables of the database with their columns, indexes and foreign keys, in one round trip. */
export async function readCatalog({ env }: Pick<RequestContext, 'env'>): Promise<readonly Table[]> {
  const results = await env.DB.batch([TABLES, COLUMNS, INDEXES, KEYS].map((sql) => env.DB.prepare(sql)))
  const [tables = [], columns = [], indexes = [], keys = []] = results.map((result) => result.results)
  return assemble({ tables, columns, indexes, keys } as Rows) // the columns of the select lists above
}

function assemble({ tables, columns, indexes, keys }: Rows): readonly Table[] {
  const of = <Row extends { readonly table: string }>(rows: readonly Row[], name: string) =>
    rows.filter(({ table }) => table === name)
  return tables.map(({ name, root, sql, wr, type }) => ({
    name,
    sql,
    root,
    isVirtual: type === 'virtual',
    withoutRowid: wr === 1,
    columns: of(columns, name).map((column) => ({
      name: column.name,
      type: column.type,
      notNull: column.notnull === 1,
      default: column.dflt,
      primaryKey: column.pk,
      computed: column.hidden === 2,
    })),
    indexes: indexesOf(of(indexes, name), root),
    foreignKeys: of(keys, name).map(({ column, target, to, onDelete }) => ({
      column,
      table: target,
      target: to,
      onDelete,
    })),
  }))
}

/**
 * Returns the indexes of a table. A table without row ids is itself the index of its primary key, which therefore has
 * the root page of the table.
 */
function indexesOf(rows: Rows['indexes'], tableRoot: number): readonly Index[] {
  const names = [...new Set(rows.map(({ name }) => name))]
  return names.map((name) => {
    const parts = rows.filter((row) => row.name === name)
    return {
      name,
      unique: parts[0]?.unique === 1,
      columns: parts.map(({ column }) => column),
      root: parts[0]?.root ?? tableRoot,
    }
  })
}
