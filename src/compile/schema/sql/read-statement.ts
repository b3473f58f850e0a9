import { isKeyword, isSign, splitAtCommas, type Token, tokenize } from '../../../ground/sql-tokens.ts'
import type { SchemaIndex, SchemaTable } from '../../../manifest/index.ts'
import { readIndex } from './read-index.ts'
import { readColumn, readTable } from './read-table.ts'

/** Effect of a migration's statement on rows, as far as it can be parsed. */
export type Statement =
  | { readonly kind: 'rename-table'; readonly table: string; readonly to: string }
  | { readonly kind: 'rename-column'; readonly table: string; readonly column: string; readonly to: string }
  | { readonly kind: 'add-column'; readonly table: string; readonly added: SchemaTable }
  | { readonly kind: 'drop-column'; readonly table: string; readonly column: string }
  | { readonly kind: 'drop-table'; readonly table: string }
  | { readonly kind: 'drop-index'; readonly index: string }
  | { readonly kind: 'create-table'; readonly table: SchemaTable }
  | { readonly kind: 'create-virtual'; readonly table: string }
  /** Statement of the form CREATE TABLE … AS SELECT * FROM … */
  | { readonly kind: 'copy-table'; readonly table: string; readonly from: string }
  | { readonly kind: 'create-index'; readonly table: string; readonly index: SchemaIndex }
  | {
      readonly kind: 'update'
      readonly table: string
      readonly sets: ReadonlyMap<string, string>
      readonly where: string | null
    }
  | { readonly kind: 'delete'; readonly table: string; readonly where: string | null }
  | {
      readonly kind: 'insert'
      readonly table: string
      readonly columns: readonly string[]
      readonly values: readonly string[]
      readonly from: string
      readonly where: string | null
    }
  | { readonly kind: 'other' }

/** Parses the forms of statements that the compiler writes; every other form is `other`. */
export function readStatement(sql: string): Statement {
  try {
    return readForm(sql)
  } catch {
    return { kind: 'other' } // a form that the model of tables does not cover
  }
}

function readForm(sql: string): Statement {
  const tokens = tokenize(sql)
  const [first, second, third] = tokens
  if (isKeyword(first, 'ALTER')) return readAlter(sql, tokens)
  if (isKeyword(first, 'UPDATE')) return readUpdate(sql, tokens)
  if (isKeyword(first, 'INSERT') && isKeyword(second, 'INTO')) return readInsert(sql, tokens)
  if (isKeyword(first, 'DELETE')) return { kind: 'delete', table: nameAt(tokens, 2), where: whereOf(sql, tokens) }
  if (isKeyword(first, 'DROP') && isKeyword(second, 'TABLE')) return { kind: 'drop-table', table: lastName(tokens) }
  if (isKeyword(first, 'DROP') && isKeyword(second, 'INDEX')) return { kind: 'drop-index', index: lastName(tokens) }
  if (!isKeyword(first, 'CREATE')) return { kind: 'other' }
  if (isKeyword(second, 'TABLE')) return readCreateTable(sql, tokens)
  if (isKeyword(second, 'VIRTUAL')) return { kind: 'create-virtual', table: nameAt(tokens, 3) }
  const isIndex = isKeyword(second, 'INDEX') || (isKeyword(second, 'UNIQUE') && isKeyword(third, 'INDEX'))
  return isIndex ? { kind: 'create-index', ...readIndex(sql) } : { kind: 'other' }
}

function readAlter(sql: string, tokens: readonly Token[]): Statement {
  const table = nameAt(tokens, 2)
  const [verb, what] = [tokens[3], tokens[4]]
  if (isKeyword(verb, 'RENAME') && isKeyword(what, 'TO')) return { kind: 'rename-table', table, to: nameAt(tokens, 5) }
  if (!isKeyword(what, 'COLUMN')) return { kind: 'other' }
  const column = nameAt(tokens, 5)
  if (isKeyword(verb, 'RENAME')) return { kind: 'rename-column', table, column, to: nameAt(tokens, 7) }
  if (isKeyword(verb, 'DROP')) return { kind: 'drop-column', table, column }
  const added = readColumn(sql.slice(tokens[5]?.start))
  return { kind: 'add-column', table, added }
}

function readCreateTable(sql: string, tokens: readonly Token[]): Statement {
  if (!isKeyword(tokens[3], 'AS')) return { kind: 'create-table', table: readTable(sql) }
  const from = topLevel(tokens, 'FROM')
  if (from === -1 || from + 2 < tokens.length) return { kind: 'other' }
  return { kind: 'copy-table', table: nameAt(tokens, 2), from: nameAt(tokens, from + 1) }
}

function readUpdate(sql: string, tokens: readonly Token[]): Statement {
  if (!isKeyword(tokens[2], 'SET') || topLevel(tokens, 'FROM') !== -1) return { kind: 'other' }
  const where = topLevel(tokens, 'WHERE')
  if (isSign(tokens[3], '(') || topLevel(tokens, 'RETURNING') !== -1) return { kind: 'other' }
  const parts = listBetween(sql, tokens, 3, where === -1 ? tokens.length : where)
  const sets = parts.map((part): [string, string] => {
    const [name, , value] = tokenize(part)
    return [name?.value ?? '', part.slice(value?.start)]
  })
  return { kind: 'update', table: nameAt(tokens, 1), sets: new Map(sets), where: whereOf(sql, tokens) }
}

function readInsert(sql: string, tokens: readonly Token[]): Statement {
  const select = topLevel(tokens, 'SELECT')
  const from = topLevel(tokens, 'FROM')
  const limit = topLevel(tokens, 'LIMIT')
  const where = topLevel(tokens, 'WHERE')
  const end = limit === -1 ? tokens.length : limit
  if (select === -1 || from === -1 || from + 2 < (where === -1 ? end : where)) return { kind: 'other' }
  const named = isSign(tokens[3], '(') ? listBetween(sql, tokens, 4, select - 1) : []
  return {
    kind: 'insert',
    table: nameAt(tokens, 2),
    columns: named.map((column) => tokenize(column)[0]?.value ?? ''),
    values: listBetween(sql, tokens, select + 1, from),
    from: nameAt(tokens, from + 1),
    where: where === -1 ? null : sql.slice(tokens[where + 1]?.start, tokens[end - 1]?.end),
  }
}

function whereOf(sql: string, tokens: readonly Token[]): string | null {
  const where = topLevel(tokens, 'WHERE')
  return where === -1 ? null : sql.slice(tokens[where + 1]?.start, tokens.at(-1)?.end)
}

/** Returns the pieces of SQL between commas that are not in parentheses. */
function listBetween(sql: string, tokens: readonly Token[], from: number, to: number): string[] {
  return splitAtCommas(tokens.slice(from, to)).map((part) => sql.slice(part[0]?.start, part.at(-1)?.end))
}

/** Returns the position of a keyword outside all parentheses; -1 if there is none. */
function topLevel(tokens: readonly Token[], keyword: string): number {
  return tokens.findIndex((token) => token.depth === 0 && isKeyword(token, keyword))
}

function nameAt(tokens: readonly Token[], index: number): string {
  return tokens[index]?.value ?? ''
}

function lastName(tokens: readonly Token[]): string {
  return nameAt(tokens, tokens.length - 1)
}
