import { HttpError, isSign, type SqlToken, t, tokenizeSql } from 'lintel/kit'

/**
 * Returns the tokens of one statement, without its terminator.
 * @throws HttpError `invalid_query` unless the text contains exactly one statement, in tokens of SQLite
 */
export function tokensOf(sql: string): readonly SqlToken[] {
  if (sql.includes('\0')) throw refused(t('A statement must not contain a NUL character.'))
  const tokens = tokenizeSql(sql)
  requireClosed(tokens)
  const end = tokens.findIndex((token) => isSign(token, ';'))
  const statement = end === -1 ? tokens : tokens.slice(0, end)
  if (statement.length === 0) throw refused(t('There is no statement.'))
  if (tokens.slice(statement.length).some((token) => !isSign(token, ';'))) {
    throw refused(t('Send one statement at a time.'))
  }
  return statement
}

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' }

function requireClosed(tokens: readonly SqlToken[]): void {
  for (const { kind, text, depth } of tokens) {
    if (depth < 0) throw refused(t('There is a closing parenthesis without an opening one.'))
    // A quote that is closed is part of a name or text token, not a sign.
    const closing = kind === 'sign' ? CLOSING[text] : undefined
    if (closing !== undefined) throw refused(t('A closing {closing} is missing.', { closing }))
  }
  const count = (sign: string) => tokens.filter((token) => isSign(token, sign)).length
  if (count('(') > count(')')) throw refused(t('A parenthesis is not closed.'))
}

/** Returns the error for a statement that the console refuses. */
export function refused(detail: string): HttpError {
  return new HttpError('invalid_query', detail)
}
