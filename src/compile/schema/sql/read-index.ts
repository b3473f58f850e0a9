import { quote } from '../../../ground/sql.ts'
import { closingOf, isKeyword, splitAtCommas, type Token, tokenize } from '../../../ground/sql-tokens.ts'
import type { SchemaIndex } from '../../../manifest/index.ts'

/** Parses a CREATE INDEX statement, because pragmas show neither the expressions nor the condition of an index. */
export function readIndex(sql: string): { readonly table: string; readonly index: SchemaIndex } {
  const tokens = tokenize(sql)
  const on = tokens.findIndex((token) => isKeyword(token, 'ON'))
  const close = closingOf(tokens, on + 2)
  const [name, table] = [tokens[on - 1]?.value, tokens[on + 1]?.value]
  if (name === undefined || table === undefined) throw new SyntaxError(`cannot read this statement: ${sql}`)
  const where = isKeyword(tokens[close + 1], 'WHERE') ? sql.slice(tokens[close + 2]?.start).trim() : null
  const columns = splitAtCommas(tokens.slice(on + 3, close)).map((key) => indexKey(sql, key))
  return { table, index: { name, unique: isKeyword(tokens[1], 'UNIQUE'), columns, where } }
}

/** Returns a name or an expression in the form of `print.ts`, for comparison. */
function indexKey(sql: string, tokens: readonly Token[]): string {
  const isDescending = isKeyword(tokens.at(-1), 'DESC')
  const key = isDescending || isKeyword(tokens.at(-1), 'ASC') ? tokens.slice(0, -1) : tokens
  const only = key.length === 1 ? key[0] : undefined
  const text = only && only.kind !== 'sign' ? quote(only.value) : sql.slice(key[0]?.start, key.at(-1)?.end)
  return isDescending ? `${text} DESC` : text
}
