import { is, SQL } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, SQLiteSyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { literal, quote } from '../../../ground/sql.ts'
import type { SchemaColumn, SchemaForeignKey, SchemaIndex, SchemaTable } from '../../../manifest/index.ts'
import { isStandIn } from '../../stand-in.ts'
import type { Targets } from './generation-triggers.ts'
import { uniqueIndexName } from './names.ts'

/** Tables that a plugin declares with drizzle, and the plugin: `plugin:core-auth`. */
export interface PluginTables {
  readonly owner: string
  readonly tables: readonly SQLiteTable[]
  /** Tables to which collections may refer, with the columns that references show. Default: none. */
  readonly targets?: Targets
}

/** Converts a plugin's drizzle table to the schema's form. Unique constraints become unique indexes. */
export function pluginTable(owner: string, table: SQLiteTable): SchemaTable {
  const value: unknown = table
  if (isStandIn(value, 'table')) return value.table
  const config = getTableConfig(table)
  const composite = config.primaryKeys[0]?.columns.map((column) => column.name) ?? []
  return {
    name: config.name,
    kind: 'table',
    columns: config.columns.map((column) => pluginColumn(column, composite.indexOf(column.name) + 1)),
    foreignKeys: config.foreignKeys.map(foreignKey),
    indexes: [...config.indexes.map((index) => declaredIndex(index.config)), ...uniqueIndexes(table)].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
    owner,
  }
}

type TableConfig = ReturnType<typeof getTableConfig>

function pluginColumn(column: SQLiteColumn, position: number): SchemaColumn {
  const primaryKey = column.primary ? 1 : position
  return {
    name: column.name,
    type: columnType(column),
    notNull: column.notNull || primaryKey > 0,
    default: defaultOf(column),
    primaryKey,
    ...(isAutoincrement(column) ? { autoincrement: true } : {}),
    ...(column.generated ? { generated: generated(column.generated) } : {}),
  }
}

const TYPES: readonly SchemaColumn['type'][] = ['TEXT', 'INTEGER', 'REAL', 'BLOB', 'NUMERIC']

function columnType(column: SQLiteColumn): SchemaColumn['type'] {
  const declared = column.getSQLType().toUpperCase()
  return TYPES.find((type) => declared.startsWith(type)) ?? 'NUMERIC'
}

function isAutoincrement(column: SQLiteColumn): boolean {
  return 'autoIncrement' in column && column.autoIncrement === true
}

function defaultOf(column: SQLiteColumn): string | null {
  if (column.default === undefined) return null
  if (is(column.default, SQL)) return `(${sqlText(column.default)})`
  const value: unknown = column.mapToDriverValue(column.default)
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return literal(value)
  }
  throw new Error(`column ${column.name} has a default that SQL cannot express`)
}

function generated(declared: NonNullable<SQLiteColumn['generated']>): NonNullable<SchemaColumn['generated']> {
  const source: unknown = typeof declared.as === 'function' ? declared.as() : declared.as
  const expression = is(source, SQL) ? sqlText(source) : String(source)
  return { expression, stored: declared.mode === 'stored' }
}

function foreignKey(declared: TableConfig['foreignKeys'][number]): SchemaForeignKey {
  const { columns, foreignColumns, foreignTable } = declared.reference()
  return {
    columns: columns.map((column) => column.name),
    table: getTableConfig(foreignTable).name,
    references: foreignColumns.map((column) => column.name),
  }
}

function declaredIndex(config: TableConfig['indexes'][number]['config']): SchemaIndex {
  return {
    name: config.name,
    unique: config.unique,
    columns: config.columns.map((column) => (is(column, SQL) ? expression(column) : quote(column.name))),
    where: config.where ? sqlText(config.where) : null,
  }
}

/** Returns an expression in parentheses, with its sort order outside them. */
function expression(source: SQL): string {
  const text = sqlText(source)
  const [, key, order = ''] = /^([\s\S]*?)(\s+(?:asc|desc))?$/i.exec(text) ?? []
  const isName = /^(?:"(?:[^"]|"")*"|\w+)$/.test(key ?? '')
  return `${isName ? key : `(${key})`}${/desc/i.test(order) ? ' DESC' : ''}`
}

function uniqueIndexes(table: SQLiteTable): SchemaIndex[] {
  const config = getTableConfig(table)
  const single = config.columns
    .filter((column) => column.isUnique)
    .map((column) => uniqueIndex(uniqueIndexName(config.name, column.name), [column]))
  const compound = config.uniqueConstraints.map((constraint) =>
    uniqueIndex(
      constraint.getName() ?? uniqueIndexName(config.name, constraint.columns.map(nameOf).join('__')),
      constraint.columns,
    ),
  )
  return [...single, ...compound]
}

function uniqueIndex(name: string, columns: readonly SQLiteColumn[]): SchemaIndex {
  return { name, unique: true, columns: columns.map((column) => quote(column.name)), where: null }
}

function nameOf(column: SQLiteColumn): string {
  return column.name
}

const dialect = new SQLiteSyncDialect()

/** Converts an expression to text, with values as literals and columns without their table. */
function sqlText(expression: SQL): string {
  return dialect.sqlToQuery(expression.inlineParams(), 'indexes').sql
}
