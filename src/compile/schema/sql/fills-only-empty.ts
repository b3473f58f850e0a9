import { isKeyword, isName, type Token, tokenize } from '../../../ground/sql-tokens.ts'

/**
 * Tells whether an UPDATE writes a column only where it is empty: `… WHERE <column> IS NULL`, possibly with more
 * conditions joined by AND. `false` if that is uncertain.
 */
export function fillsOnlyEmpty(statement: string, table: string, column: string): boolean {
  const tokens = outerTokens(statement)
  const at = tokens.findIndex((token) => isKeyword(token, 'UPDATE'))
  const set = tokens.findIndex((token) => isKeyword(token, 'SET'))
  const where = tokens.findIndex((token, index) => index > set && isKeyword(token, 'WHERE'))
  if (at === -1 || set === -1 || where === -1) return false
  if (tokens.slice(set, where).some((token) => isKeyword(token, 'FROM'))) return false
  const names = new Set(tokens.slice(at + 1, set).map(lowerName))
  if (!names.has(table.toLowerCase())) return false
  const condition = upTo(tokens.slice(where + 1), ENDS)
  if (condition.some((token) => UNCERTAIN.some((word) => isKeyword(token, word)))) return false
  return split(condition).some((part) => isEmptiness(part, names, column.toLowerCase()))
}

/** Tells whether a statement deletes rows that conflict with those it writes. */
export function replacesRows(statement: string): boolean {
  const tokens = tokenize(statement)
  return tokens.some(
    (token, index) =>
      isKeyword(token, 'REPLACE') && (isKeyword(tokens[index - 1], 'OR') || isKeyword(tokens[index + 1], 'INTO')),
  )
}

const ENDS = ['RETURNING', 'ORDER', 'LIMIT']
const UNCERTAIN = ['OR', 'BETWEEN', 'CASE', 'LIKE', 'GLOB', 'COLLATE', 'ESCAPE']

/** Returns the tokens outside all parentheses, with `(` and `)` in place of their content. */
function outerTokens(statement: string): Token[] {
  return tokenize(statement).filter(({ depth }) => depth === 0)
}

function upTo(tokens: readonly Token[], words: readonly string[]): readonly Token[] {
  const end = tokens.findIndex((token) => words.some((word) => isKeyword(token, word)))
  return end === -1 ? tokens : tokens.slice(0, end)
}

function split(condition: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of condition) {
    if (isKeyword(token, 'AND')) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** Tells whether tokens are `column IS NULL` or `table.column ISNULL`. */
function isEmptiness(part: readonly Token[], tables: ReadonlySet<string>, column: string): boolean {
  const isQualified = part[1]?.text === '.'
  if (isQualified && !(part[0] && tables.has(lowerName(part[0])))) return false
  const [name, ...rest] = isQualified ? part.slice(2) : part
  if (!name || !isName(name) || lowerName(name) !== column) return false
  const words = rest.map((token) => token.text.toUpperCase()).join(' ')
  return words === 'IS NULL' || words === 'ISNULL'
}

function lowerName(token: Token): string {
  return token.value.toLowerCase()
}
