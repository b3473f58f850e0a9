import { HttpError, t } from 'lintel/kit'

/** A piece of a statement, as SQLite's tokenizer sees it (https://www.sqlite.org/lang_expr.html, "tokenize.c"). */
export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'parameter' | 'symbol'
  /** Of a name or a text without its quotes; of anything else as it stands. */
  readonly value: string
  /** A name in quotes is no keyword. */
  readonly quoted: boolean
  /** Position in the statement. */
  readonly start: number
  readonly end: number
  /** Number of parentheses that are open around it. */
  readonly depth: number
}

const SPACE = /[ \t\n\f\r]+|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/y
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y
const NUMBER = /(?:0x[0-9a-f]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?)/iy
const PARAMETER = /\?\d*|[:@$#][\w$\u0080-\uffff]+/y
const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' }

/**
 * The tokens of one statement, without its end.
 * @throws HttpError `invalid_query` for none, for more than one, and for what SQLite could not tell apart
 */
export function tokensOf(sql: string): readonly Token[] {
  const tokens = [...scan(sql)]
  const end = tokens.findIndex(({ kind, value }) => kind === 'symbol' && value === ';')
  const statement = end === -1 ? tokens : tokens.slice(0, end)
  if (statement.length === 0) throw refused(t('There is no statement.'))
  if (tokens.slice(statement.length).some(({ value, kind }) => kind !== 'symbol' || value !== ';')) {
    throw refused(t('Send one statement at a time.'))
  }
  return statement
}

function* scan(sql: string): Generator<Token> {
  if (sql.includes('\0')) throw refused(t('A statement must not contain a NUL character.'))
  let depth = 0
  for (let at = 0; at < sql.length; ) {
    const space = match(SPACE, sql, at)
    if (space > 0) {
      at += space
      continue
    }
    const token = readToken(sql, at, depth)
    if (token.kind === 'symbol' && token.value === '(') depth += 1
    if (token.kind === 'symbol' && token.value === ')') depth -= 1
    if (depth < 0) throw refused(t('There is a closing parenthesis without an opening one.'))
    yield token
    at = token.end
  }
  if (depth > 0) throw refused(t('A parenthesis is not closed.'))
}

function readToken(sql: string, start: number, depth: number): Token {
  const first = sql.charAt(start)
  const closing = CLOSING[first]
  if (closing !== undefined) return readQuoted(sql, start, closing, depth)
  const token = (kind: Token['kind'], length: number): Token => ({
    kind,
    value: sql.slice(start, start + length),
    quoted: false,
    start,
    end: start + length,
    depth,
  })
  if (/^[xX]'/.test(sql.slice(start, start + 2))) {
    const blob = readQuoted(sql, start + 1, "'", depth)
    return { ...blob, start }
  }
  for (const [kind, pattern] of [
    ['name', WORD],
    ['number', NUMBER],
    ['parameter', PARAMETER],
  ] as const) {
    const length = match(pattern, sql, start)
    if (length > 0) return token(kind, length)
  }
  return token('symbol', 1)
}

/** In all quotes but brackets a doubled quote stands for one. */
function readQuoted(sql: string, start: number, closing: string, depth: number): Token {
  let value = ''
  for (let at = start + 1; at < sql.length; at += 1) {
    const character = sql.charAt(at)
    if (character !== closing) value += character
    else if (closing !== ']' && sql.charAt(at + 1) === closing) {
      value += closing
      at += 1
    } else return { kind: closing === "'" ? 'text' : 'name', value, quoted: true, start, end: at + 1, depth }
  }
  throw refused(t('A {closing} is missing at the end of a text.', { closing }))
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** Tells whether a token is a keyword, in any case. */
export function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'name' && !token.quoted && token.value.toUpperCase() === word
}

export function isSymbol(token: Token | undefined, symbol: string): boolean {
  return token?.kind === 'symbol' && token.value === symbol
}

/** What the console says to a statement that it does not take. */
export function refused(detail: string): HttpError {
  return new HttpError('invalid_query', detail)
}
