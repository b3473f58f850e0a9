import { quote } from '../../../ground/sql.ts'
import { closingOf, isKeyword, isSign, splitAtCommas, type Token, tokenize } from '../../../ground/sql-tokens.ts'
import type { SchemaColumn, SchemaForeignKey, SchemaIndex, SchemaTable } from '../../../manifest/index.ts'

/**
 * Reads a CREATE TABLE as SQLite keeps it, its own rewriting after ALTER TABLE included.
 * What the model has no word for is kept in `beyond`, so that a comparison sees it.
 */
export function parseTable(sql: string, owner = ''): SchemaTable {
  const tokens = tokenize(sql)
  const open = tokens.findIndex((token) => isSign(token, '('))
  const name = (tokens[open - 1] ?? missing(sql)).value
  const close = closingOf(tokens, open)
  const table: Draft = { sql, columns: [], foreignKeys: [], beyond: [] }
  for (const item of splitAtCommas(tokens.slice(open + 1, close))) readItem(item, table)
  const options = tokens.slice(close + 1).map((token) => token.text.toUpperCase())
  const withoutRowid = options.includes('ROWID')
  const strict = options.includes('STRICT') ? ['STRICT'] : []
  const beyond = [...table.beyond, ...strict]
  return {
    name,
    kind: 'table',
    columns: table.columns,
    foreignKeys: table.foreignKeys,
    indexes: [],
    ...(withoutRowid ? { withoutRowid } : {}),
    ...(beyond.length > 0 ? { beyond } : {}),
    owner,
  }
}

/** Reads a CREATE INDEX: the index, and the table it is on. */
export function parseIndex(sql: string): { readonly table: string; readonly index: SchemaIndex } {
  const tokens = tokenize(sql)
  const on = tokens.findIndex((token) => isKeyword(token, 'ON'))
  const close = closingOf(tokens, on + 2)
  const where = tokens[close + 1]
  return {
    table: (tokens[on + 1] ?? missing(sql)).value,
    index: {
      name: (tokens[on - 1] ?? missing(sql)).value,
      unique: isKeyword(tokens[1], 'UNIQUE'),
      columns: splitAtCommas(tokens.slice(on + 3, close)).map((key) => indexKey(sql, key)),
      where: isKeyword(where, 'WHERE') ? sql.slice(tokens[close + 2]?.start).trim() : null,
    },
  }
}

interface Draft {
  readonly sql: string
  columns: SchemaColumn[]
  foreignKeys: SchemaForeignKey[]
  beyond: string[]
}

const TABLE_CONSTRAINTS = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN']

function readItem(item: readonly Token[], table: Draft): void {
  const first = item[0]
  if (first?.kind === 'word' && TABLE_CONSTRAINTS.includes(first.text.toUpperCase())) readConstraint(item, table)
  else readColumn(item, table)
}

function readConstraint(item: readonly Token[], table: Draft): void {
  const tokens = isKeyword(item[0], 'CONSTRAINT') ? item.slice(2) : item
  const open = tokens.findIndex((token) => isSign(token, '('))
  const close = closingOf(tokens, open)
  const names = namesIn(tokens.slice(open, close + 1))
  if (isKeyword(tokens[0], 'PRIMARY')) {
    table.columns = table.columns.map((column) => ({ ...column, primaryKey: names.indexOf(column.name) + 1 }))
    if (close < tokens.length - 1) table.beyond.push(textOf(table.sql, tokens))
  } else if (isKeyword(tokens[0], 'FOREIGN')) {
    readReferences(tokens.slice(close + 1), names, table)
  } else {
    table.beyond.push(textOf(table.sql, tokens))
  }
}

/** REFERENCES "table" ("column"), and nothing after it that changes what a deletion does. */
function readReferences(tokens: readonly Token[], columns: readonly string[], table: Draft): number {
  const target = (tokens[1] ?? missing(table.sql)).value
  const hasColumns = isSign(tokens[2], '(')
  const close = hasColumns ? closingOf(tokens, 2) : 1
  const references = hasColumns ? namesIn(tokens.slice(2, close + 1)) : ['id']
  table.foreignKeys.push({ columns, table: target, references })
  let end = close + 1
  while (end < tokens.length && REFERENCE_CLAUSES.includes(tokens[end]?.text.toUpperCase() ?? '')) end += 1
  const clauses = tokens.slice(close + 1, end)
  if (clauses.length > 0) table.beyond.push(`${columns.map(quote).join(', ')}: ${textOf(table.sql, clauses)}`)
  return end
}

const REFERENCE_CLAUSES = [
  ...['ON', 'DELETE', 'UPDATE', 'SET', 'NULL', 'DEFAULT', 'CASCADE', 'RESTRICT', 'NO', 'ACTION', 'MATCH', 'SIMPLE'],
  ...['DEFERRABLE', 'INITIALLY', 'DEFERRED', 'IMMEDIATE'],
]

const COLUMN_CONSTRAINTS = [
  ...['CONSTRAINT', 'PRIMARY', 'NOT', 'NULL', 'UNIQUE', 'CHECK', 'DEFAULT', 'COLLATE', 'REFERENCES', 'GENERATED', 'AS'],
]

const TYPES: readonly SchemaColumn['type'][] = ['TEXT', 'INTEGER', 'REAL', 'BLOB', 'NUMERIC']

function readColumn(item: readonly Token[], table: Draft): void {
  const name = (item[0] ?? missing(table.sql)).value
  let at = item.findIndex((token, index) => index > 0 && isOneOf(token, COLUMN_CONSTRAINTS))
  if (at === -1) at = item.length
  const declared = textOf(table.sql, item.slice(1, at)).toUpperCase()
  const type = TYPES.find((known) => known === declared)
  if (type === undefined) table.beyond.push(`${quote(name)} ${declared}`.trim())
  let column: SchemaColumn = { name, type: type ?? 'NUMERIC', notNull: false, default: null, primaryKey: 0 }
  while (at < item.length) {
    const read = readColumnConstraint(item.slice(at), column, table)
    column = read.column
    at += read.length
  }
  table.columns.push(column)
}

interface Read {
  readonly column: SchemaColumn
  /** Number of tokens that it took. */
  readonly length: number
}

/** One constraint of a column, which starts at the first token. */
function readColumnConstraint(tokens: readonly Token[], column: SchemaColumn, table: Draft): Read {
  const keyword = tokens[0]?.text.toUpperCase() ?? ''
  const read = READERS[keyword]
  if (read) return read(tokens, column, table)
  table.beyond.push(`${quote(column.name)} ${textOf(table.sql, tokens)}`)
  return { column, length: tokens.length }
}

const READERS: Readonly<Record<string, (tokens: readonly Token[], column: SchemaColumn, table: Draft) => Read>> = {
  CONSTRAINT: (_tokens, column) => ({ column, length: 2 }),
  NULL: (_tokens, column) => ({ column, length: 1 }),
  NOT: (_tokens, column) => ({ column: { ...column, notNull: true }, length: 2 }),
  PRIMARY: (_tokens, column) => ({ column: { ...column, primaryKey: 1 }, length: 2 }),
  AUTOINCREMENT: (_tokens, column) => ({ column: { ...column, autoincrement: true }, length: 1 }),
  DEFAULT: (tokens, column, table) => {
    const length = defaultLength(tokens)
    return { column: { ...column, default: textOf(table.sql, tokens.slice(1, length)) }, length }
  },
  REFERENCES: (tokens, column, table) => ({ column, length: readReferences(tokens, [column.name], table) }),
  GENERATED: (tokens, column, table) => {
    const read = readGenerated(tokens.slice(2), column, table)
    return { column: read.column, length: read.length + 2 }
  },
  AS: readGenerated,
}

/** DEFAULT takes a literal, a signed number, or an expression in parentheses. */
function defaultLength(tokens: readonly Token[]): number {
  if (isSign(tokens[1], '(')) return closingOf(tokens, 1) + 1
  return tokens[1]?.text === '-' || tokens[1]?.text === '+' ? 3 : 2
}

/** AS (expression), then STORED or VIRTUAL. */
function readGenerated(tokens: readonly Token[], column: SchemaColumn, table: Draft): Read {
  const close = closingOf(tokens, 1)
  const expression = textOf(table.sql, tokens.slice(2, close))
  const stored = isKeyword(tokens[close + 1], 'STORED')
  const length = close + (stored || isKeyword(tokens[close + 1], 'VIRTUAL') ? 2 : 1)
  return { column: { ...column, generated: { expression, stored } }, length }
}

/** Names and expressions as `print.ts` writes them, so that the two can be compared. */
function indexKey(sql: string, tokens: readonly Token[]): string {
  const isDescending = isKeyword(tokens.at(-1), 'DESC')
  const key = isDescending || isKeyword(tokens.at(-1), 'ASC') ? tokens.slice(0, -1) : tokens
  const only = key.length === 1 ? key[0] : undefined
  const text = only && only.kind !== 'sign' ? quote(only.value) : textOf(sql, key)
  return isDescending ? `${text} DESC` : text
}

function namesIn(tokens: readonly Token[]): string[] {
  return splitAtCommas(tokens.slice(1, -1)).flatMap((part) => part[0]?.value ?? [])
}

function isOneOf(token: Token, keywords: readonly string[]): boolean {
  return token.kind === 'word' && keywords.includes(token.text.toUpperCase())
}

function textOf(sql: string, tokens: readonly Token[]): string {
  return tokens.length === 0 ? '' : sql.slice(tokens[0]?.start, tokens.at(-1)?.end)
}

function missing(sql: string): never {
  throw new SyntaxError(`cannot read this statement: ${sql}`)
}
