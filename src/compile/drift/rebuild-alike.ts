import { quote, quoteAll } from '../../ground/sql.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { SchemaColumn, SchemaTable } from '../../manifest/index.ts'
import { hasOwnRowid } from '../schema/plan/rebuild.ts'

const ROW = quote('__row')
const OWN = quote('__own')
const MISSING = quote('__missing')

/**
 * Returns statements that rebuild a table with its rows, and work whether or not it has the expected columns: a name
 * that the table lacks is resolved in an outer scope, to the default of the column, or to NULL, an empty text or 0.
 * @param found the table in the database that has drifted
 * @param target the expected table
 * @param create the statements that create the expected table, and its indexes that foreign keys may refer to
 */
export function rebuildAlike(found: SchemaTable, target: SchemaTable, create: readonly string[]): string[] {
  const copy = quote(`${target.name}__copy`)
  const columns = target.columns.filter((column) => !column.generated)
  const foundColumns = new Set(found.columns.map(({ name }) => name))
  const lost = columns.filter(({ name }) => !foundColumns.has(name))
  const rowid = hasOwnRowid(found) && hasOwnRowid(target) ? ['rowid'] : []
  const match = keyOf(target, rowid, foundColumns)
  const values = columns.map((column) => {
    const name = quote(column.name)
    if (foundColumns.has(column.name)) return `${storedValue(column)} AS ${name}`
    return `(SELECT ${name} FROM ${quote(target.name)} AS ${OWN} WHERE ${match}) AS ${name}`
  })
  const outside = lost.map((column) => `${column.default ?? substitute(column)} AS ${quote(column.name)}`)
  const from = [
    `${quote(target.name)} AS ${ROW}`,
    ...(lost.length > 0 ? [`(SELECT ${outside.join(', ')}) AS ${MISSING}`] : []),
  ]
  const names = quoteAll(columns.map(({ name }) => name))
  return [
    sqlText`
      CREATE TABLE ${copy} AS
      SELECT ${[...rowid.map((name) => `${ROW}.${name} AS "__rowid"`), ...values].join(', ')}
      FROM ${from.join(', ')}
    `,
    `DROP TABLE ${quote(target.name)}`,
    ...create,
    sqlText`
      INSERT INTO ${quote(target.name)} (${[...rowid, names].join(', ')})
      SELECT ${[...rowid.map(() => '"__rowid"'), names].join(', ')}
      FROM ${copy}
    `,
    `DROP TABLE ${copy}`,
  ]
}

/** Returns SQL of the value to store. A column that is now NOT NULL may contain nulls. */
function storedValue(column: SchemaColumn): string {
  const value = `${ROW}.${quote(column.name)}`
  return column.notNull && column.primaryKey === 0
    ? `coalesce(${value}, ${column.default ?? substitute(column)})`
    : value
}

function substitute({ notNull, type }: SchemaColumn): string {
  if (!notNull) return 'NULL'
  return type === 'TEXT' ? "''" : '0'
}

/** Returns the condition by which a column's value is looked up: the same rowid or primary key. */
function keyOf(target: SchemaTable, rowid: readonly string[], foundColumns: ReadonlySet<string>): string {
  const key = target.columns.filter(({ primaryKey }) => primaryKey > 0).map(({ name }) => quote(name))
  const columns =
    rowid.length > 0 || !target.columns.some(({ name, primaryKey }) => primaryKey > 0 && foundColumns.has(name))
      ? ['rowid']
      : key
  return columns.map((name) => `${OWN}.${name} = ${ROW}.${name}`).join(' AND ')
}
