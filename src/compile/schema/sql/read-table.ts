import { DatabaseSync } from 'node:sqlite'
import { quote, quoteAll } from '../../../ground/sql.ts'
import {
  closingOf,
  isKeyword,
  isSign,
  namesIn,
  splitAtCommas,
  type Token,
  tokenize,
} from '../../../ground/sql-tokens.ts'
import type { SchemaColumn, SchemaForeignKey, SchemaTable } from '../../../manifest/index.ts'

/**
 * Parses CREATE TABLE by running it in an empty database.
 * @throws Error with SQLite's message for an invalid statement
 */
export function readTable(sql: string): SchemaTable {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(sql)
    const [made] = ask<{ readonly name: string }>(database, 'table_list').filter(({ name }) => !/^sqlite_/i.test(name))
    if (!made) throw new SyntaxError(`this statement does not create a table: ${sql}`)
    return describeTable(database, made.name, sql)
  } finally {
    database.close()
  }
}

/** Parses the definition of a column for ADD COLUMN: the only column of a table, with its foreign key. */
export function readColumn(definition: string): SchemaTable {
  const [name = '', ...words] = namesIn(definition)
  // A generated column needs the columns in its expression.
  const others = new Map(words.map((word) => [word.toLowerCase(), word]))
  others.delete(name.toLowerCase())
  const table = readTable(`CREATE TABLE "added" (${[definition, ...[...others.values()].map(quote)].join(', ')})`)
  return { ...table, columns: table.columns.slice(0, 1) }
}

/** A part of CREATE TABLE between commas: a column, or a constraint of the table. */
interface Item {
  readonly sql: string
  readonly tokens: readonly Token[]
}

function itemsOf(sql: string): readonly Item[] {
  const tokens = tokenize(sql)
  const open = tokens.findIndex((token) => isSign(token, '('))
  return splitAtCommas(tokens.slice(open + 1, closingOf(tokens, open))).map((item) => ({ sql, tokens: item }))
}

// Rows of SQLite's pragmas (https://www.sqlite.org/pragma.html), with the columns that are used here.
type TableRow = { readonly wr: number; readonly strict: number }
type ColumnRow = {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
  /** 2 for a virtual generated column, 3 for a stored one. */
  readonly hidden: number
}
type KeyRow = {
  readonly id: number
  readonly table: string
  readonly from: string
  readonly to: string | null
  readonly on_update: string
  readonly on_delete: string
}

/**
 * Returns a table of a database, using SQLite's pragmas. What they do not show (CHECK, COLLATE, the expressions of
 * generated columns) is parsed from the text; properties that the model lacks are listed in `beyond`, so that
 * comparisons notice them.
 * @param sql the table's CREATE TABLE, from `sqlite_schema`
 */
export function describeTable(database: DatabaseSync, name: string, sql: string): SchemaTable {
  const of = `(${quote(name)})`
  const [table] = ask<TableRow>(database, `table_list${of}`)
  const columns = ask<ColumnRow>(database, `table_xinfo${of}`)
  // The foreign key that was declared last comes first.
  const rows = Map.groupBy(ask<KeyRow>(database, `foreign_key_list${of}`), ({ id }) => id)
  const keys = [...rows.values()].reverse()
  const items = itemsOf(sql)
  const beyond = [
    ...columns.filter((column) => typeOf(column) === null).map(({ name, type }) => `${quote(name)} ${type}`.trim()),
    ...keys.flatMap(actionsOf),
    ...items.flatMap((item, index) => unsaid(item, columns[index]?.name)),
    ...(table?.strict ? ['STRICT'] : []),
  ]
  return {
    name,
    kind: 'table',
    columns: columns.map((column, index) => columnOf(column, items[index])),
    foreignKeys: keys.map(foreignKeyOf),
    indexes: [],
    ...(table?.wr ? { withoutRowid: true } : {}),
    ...(beyond.length > 0 ? { beyond } : {}),
    owner: '',
  }
}

function ask<Row>(database: DatabaseSync, pragma: string): Row[] {
  return database.prepare(`PRAGMA ${pragma}`).all() as unknown as Row[] // its columns are documented
}

const TYPES: readonly SchemaColumn['type'][] = ['TEXT', 'INTEGER', 'REAL', 'BLOB', 'NUMERIC']

function typeOf({ type }: ColumnRow): SchemaColumn['type'] | null {
  return TYPES.find((known) => known === type.toUpperCase()) ?? null
}

function columnOf(row: ColumnRow, item: Item | undefined): SchemaColumn {
  const { sql, tokens } = item ?? { sql: '', tokens: [] }
  const after = (keyword: string) => outerKeyword(tokens, keyword) + 1
  const expression = after('AS')
  const parts = tokens.slice(expression + 1, closingOf(tokens, expression))
  // True for a default in parentheses, which never follow the SET DEFAULT of a foreign key.
  const isWrapped = tokens.some((token, at) => isKeyword(token, 'DEFAULT') && isSign(tokens[at + 1], '('))
  return {
    name: row.name,
    type: typeOf(row) ?? 'NUMERIC',
    notNull: row.notnull === 1,
    default: isWrapped ? `(${row.dflt_value})` : row.dflt_value,
    primaryKey: row.pk,
    ...(after('AUTOINCREMENT') > 0 ? { autoincrement: true } : {}),
    ...(row.hidden > 1 ? { generated: { expression: textOf(sql, parts), stored: row.hidden === 3 } } : {}),
  }
}

function foreignKeyOf(rows: readonly KeyRow[]): SchemaForeignKey {
  return {
    columns: rows.map(({ from }) => from),
    table: rows[0]?.table ?? '',
    // Without columns it refers to the primary key.
    references: rows.map(({ to }) => to ?? 'id'),
  }
}

/** Returns the actions of a foreign key when its target is deleted or its id changes. */
function actionsOf(rows: readonly KeyRow[]): string[] {
  const [first] = rows
  const actions = [`ON DELETE ${first?.on_delete}`, `ON UPDATE ${first?.on_update}`]
  const rules = actions.filter((action) => !action.endsWith(' NO ACTION'))
  return rules.length === 0 ? [] : [`${quoteAll(rows.map(({ from }) => from))}: ${rules.join(' ')}`]
}

/**
 * Finds the ends of clauses that no pragma shows, keyed by their first keyword. Each function returns the position
 * after the clause, or its beginning if the clause has no effect.
 */
const CLAUSES: Readonly<Record<string, (tokens: readonly Token[], at: number) => number>> = {
  CHECK: (tokens, at) => closingOf(tokens, at + 1) + 1,
  UNIQUE: (tokens, at) => (isSign(tokens[at + 1], '(') ? closingOf(tokens, at + 1) + 1 : at + 1),
  COLLATE: (_, at) => at + 2,
  ON: (tokens, at) => (isKeyword(tokens[at + 1], 'CONFLICT') ? at + 3 : at),
  DEFERRABLE: (tokens, at) =>
    isKeyword(tokens[at - 1], 'NOT') ? at : isKeyword(tokens[at + 1], 'INITIALLY') ? at + 3 : at + 1,
  DESC: (_, at) => at + 1,
}

/**
 * Returns the clauses of an item that the schema model cannot represent.
 * @param column name of the column that the item declares; `undefined` for a table constraint
 */
function unsaid({ sql, tokens }: Item, column: string | undefined): string[] {
  const subject = column === undefined ? '' : `${quote(column)} `
  return tokens.flatMap((token, at) => {
    const isOuter = token.depth === tokens[0]?.depth && (at > 0 || column === undefined)
    const end = isOuter && token.kind === 'word' ? CLAUSES[token.text.toUpperCase()]?.(tokens, at) : at
    return end === undefined || end === at ? [] : [subject + textOf(sql, tokens.slice(at, end))]
  })
}

/** Returns the position of a keyword outside all parentheses of an item; -2 if there is none. */
function outerKeyword(tokens: readonly Token[], keyword: string): number {
  const at = tokens.findIndex(
    (token, index) => index > 0 && token.depth === tokens[0]?.depth && isKeyword(token, keyword),
  )
  return at === -1 ? -2 : at
}

function textOf(sql: string, tokens: readonly Token[]): string {
  return tokens.length === 0 ? '' : sql.slice(tokens[0]?.start, tokens.at(-1)?.end)
}
