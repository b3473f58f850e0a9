import { isKeyword, isName, isSign, tokenize } from '../../ground/sql-tokens.ts'

/** Returns the columns that an INSERT names, in its spelling; `null` if it writes whole rows. */
export function insertedColumns(statement: string): readonly string[] | null {
  const tokens = tokenize(statement)
  const into = tokens.findIndex((token) => isKeyword(token, 'INTO'))
  if (into === -1) return null
  const end = tokens.findIndex(
    (token, index) => index > into && ['(', 'VALUES', 'SELECT', 'DEFAULT', 'WITH'].includes(token.text.toUpperCase()),
  )
  if (!isSign(tokens[end], '(')) return null
  const close = tokens.findIndex((token, index) => index > end && isSign(token, ')'))
  return tokens
    .slice(end + 1, close)
    .filter(isName)
    .map(({ value }) => value)
}
