import { HttpError, quote, type RequestContext, sqlText, t } from 'lintel/kit'
import { readCatalog, type Table } from '../catalog/read-catalog.ts'
import { HIDDEN, type IsSecretColumn, secretColumns } from '../catalog/secret-columns.ts'
import type { Value } from '../console/run-query.ts'

export interface RowsQuery {
  readonly page: number
  readonly limit: number
  /** Name of a column, with `-` in front for descending order. Default: the primary key. */
  readonly sort?: string | undefined
  /** Column to filter by. */
  readonly column?: string | undefined
  /** Text that this column must contain; the word `null` finds rows without a value. */
  readonly q?: string | undefined
}

/** A table with its schema and a page of its rows. */
export interface TableView {
  readonly name: string
  readonly columns: readonly {
    readonly name: string
    readonly type: string
    readonly notNull: boolean
    readonly default: string | null
    readonly primaryKey: boolean
    /** Column that this one refers to, such as `users.id`; `null` for none. */
    readonly references: string | null
    /** True if values are hidden. */
    readonly secret: boolean
  }[]
  readonly indexes: readonly { readonly name: string; readonly unique: boolean; readonly columns: readonly string[] }[]
  readonly sql: string
  readonly rows: readonly Readonly<Record<string, Value>>[]
  readonly pagination: {
    readonly page: number
    readonly limit: number
    readonly total: number
    readonly totalPages: number
    readonly hasNext: boolean
    readonly hasPrev: boolean
  }
}

/**
 * Returns a table with a page of its rows.
 * @throws HttpError `not_found`; `invalid_query` for a column that does not exist or is hidden
 */
export async function inspectTable(c: RequestContext, name: string, query: RowsQuery): Promise<TableView> {
  const tables = await readCatalog(c)
  const table = tables.find((one) => one.name === name && !one.isVirtual)
  if (!table) throw new HttpError('not_found', t('There is no table {name}.', { name }))
  const isSecret = secretColumns(c)
  const { rows, total } = await readRows(c, table, isSecret, query)
  const { page, limit } = query
  const totalPages = Math.ceil(total / limit)
  return {
    name,
    ...schemaOf(table, tables, isSecret),
    rows,
    pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
  }
}

/** Returns only the schema of a table; `null` if the table does not exist. */
export async function tableSchema(
  c: RequestContext,
  name: string,
): Promise<Omit<TableView, 'rows' | 'pagination'> | null> {
  const tables = await readCatalog(c)
  const table = tables.find((one) => one.name === name && !one.isVirtual)
  return table ? { name, ...schemaOf(table, tables, secretColumns(c)) } : null
}

function schemaOf(table: Table, tables: readonly Table[], isSecret: IsSecretColumn) {
  return {
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      notNull: column.notNull,
      default: column.default,
      primaryKey: column.primaryKey > 0,
      references: referenceOf(table, column.name, tables),
      secret: isSecret(table.name, column.name),
    })),
    indexes: table.indexes.map(({ name, unique, columns }) => ({
      name,
      unique,
      columns: columns.map((column) => column ?? '(expression)'),
    })),
    sql: table.sql,
  }
}

function referenceOf({ foreignKeys }: Table, column: string, tables: readonly Table[]): string | null {
  const key = foreignKeys.find((one) => one.column === column)
  if (!key) return null
  const primary = tables.find(({ name }) => name === key.table)?.columns.find(({ primaryKey }) => primaryKey === 1)
  return `${key.table}.${key.target ?? primary?.name ?? 'rowid'}`
}

async function readRows(c: RequestContext, table: Table, isSecret: IsSecretColumn, query: RowsQuery) {
  const { DB } = c.env
  const { condition, values } = conditionOf(table, isSecret, query)
  const list = table.columns.map(({ name }) =>
    isSecret(table.name, name) ? `'${HIDDEN}' AS ${quote(name)}` : quote(name),
  )
  const from = `FROM ${quote(table.name)}${condition}`
  const offset = (query.page - 1) * query.limit
  const rows = sqlText`
    SELECT ${list.join(', ')} ${from}
    ORDER BY ${orderOf(table, isSecret, query.sort)} LIMIT ${query.limit} OFFSET ${offset}
  `
  const [found, counted] = await DB.batch<Record<string, Value>>([
    DB.prepare(rows).bind(...values),
    DB.prepare(`SELECT count(*) AS "total" ${from}`).bind(...values),
  ])
  return { rows: found?.results ?? [], total: Number(counted?.results[0]?.total ?? 0) }
}

function conditionOf(table: Table, isSecret: IsSecretColumn, { column, q }: RowsQuery) {
  if (column === undefined || q === undefined) return { condition: '', values: [] }
  const name = quote(shownColumn(table, isSecret, column))
  if (q === 'null') return { condition: ` WHERE ${name} IS NULL`, values: [] }
  return { condition: ` WHERE instr(lower(CAST(${name} AS TEXT)), lower(?1)) > 0`, values: [q] }
}

function orderOf(table: Table, isSecret: IsSecretColumn, sort: string | undefined): string {
  const keys = table.columns.filter(({ primaryKey }) => primaryKey > 0).map(({ name }) => name)
  const visible = keys.filter((name) => !isSecret(table.name, name))
  const rest = visible.length > 0 ? visible.map(quote) : table.withoutRowid ? ['1'] : ['rowid']
  if (sort === undefined) return rest.join(', ')
  const isDown = sort.startsWith('-')
  const column = quote(shownColumn(table, isSecret, isDown ? sort.slice(1) : sort))
  return [`${column}${isDown ? ' DESC' : ''}`, ...rest.filter((key) => key !== column)].join(', ')
}

function shownColumn(table: Table, isSecret: IsSecretColumn, name: string): string {
  const column = table.columns.find((one) => one.name === name)
  if (column && !isSecret(table.name, name)) return name
  throw new HttpError('invalid_query', t('{table} has no visible column {name}.', { table: table.name, name }))
}
