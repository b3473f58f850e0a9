import { isKeyword, nameOf, tokenize } from '../schema/sql/tokens.ts'

/** The columns that an INSERT names, as it names them; `null` where it writes whole rows. */
export function insertedColumns(statement: string): readonly string[] | null {
  const tokens = tokenize(statement).filter(({ kind }) => kind !== 'comment')
  const into = tokens.findIndex((token) => isKeyword(token, 'INTO'))
  if (into === -1) return null
  const end = tokens.findIndex(
    (token, index) => index > into && ['(', 'VALUES', 'SELECT', 'DEFAULT', 'WITH'].includes(token.text.toUpperCase()),
  )
  if (tokens[end]?.text !== '(') return null
  const close = tokens.findIndex((token, index) => index > end && token.text === ')')
  return tokens
    .slice(end + 1, close)
    .filter(({ kind }) => kind === 'word' || kind === 'name')
    .map(nameOf)
}
