/** A token of SQL, by the rules of SQLite's own tokenizer (https://sqlite.org/src/file/src/tokenize.c). */
export interface Token {
  /**
   * `word`: a keyword or a bare name. `name`: an identifier in quotes. `text`: a string or blob literal. `parameter`:
   * `?1`, `:name`. `sign`: everything else, including a quote that is never closed.
   */
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'parameter' | 'sign' | 'comment'
  /** As written, quotes included. */
  readonly text: string
  /** A name or a string literal without its quotes; anything else as written. */
  readonly value: string
  /** Position of the token's first character in the SQL. */
  readonly start: number
  readonly end: number
  /**
   * Number of open parentheses around the token. A parenthesis itself counts as outside; an unmatched closing one makes
   * this negative.
   */
  readonly depth: number
}

const PATTERNS: readonly [Token['kind'], RegExp][] = [
  ['comment', /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y],
  ['text', /[xX]?'(?:[^']|'')*'/y],
  ['name', /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['number', /0x[\da-f]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?/iy],
  ['parameter', /\?\d*|[:@$#][\w$\u0080-\uffff]+/y],
  ['sign', /->>|->|\|\||<=|>=|<>|!=|==|<<|>>|[\s\S]/y],
]
const SPACE = /[ \t\n\f\r\ufeff]*/y

/** Splits SQL into tokens, without white space and comments. Accepts any text, SQL or not. */
export function tokenize(sql: string): Token[] {
  return tokenizeWithComments(sql).filter(({ kind }) => kind !== 'comment')
}

/** Splits SQL into tokens, with comments. */
export function tokenizeWithComments(sql: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (let at = skipSpace(sql, 0); at < sql.length; at = skipSpace(sql, tokens.at(-1)?.end ?? sql.length)) {
    const [kind, text] = match(sql, at)
    if (kind === 'sign' && text === ')') depth -= 1
    tokens.push({ kind, text, value: contentOf(kind, text), start: at, end: at + text.length, depth })
    if (kind === 'sign' && text === '(') depth += 1
  }
  return tokens
}

function match(sql: string, start: number): readonly [Token['kind'], string] {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = start
    const text = pattern.exec(sql)?.[0]
    if (text !== undefined) return [kind, text]
  }
  return ['sign', sql.charAt(start)]
}

function skipSpace(sql: string, from: number): number {
  SPACE.lastIndex = from
  return from + (SPACE.exec(sql)?.[0].length ?? 0)
}

/** Returns the content of a quoted token. In all quotes except brackets, a doubled quote means a single one. */
function contentOf(kind: Token['kind'], text: string): string {
  if (kind !== 'name' && kind !== 'text') return text
  const quoted = text.replace(/^x/i, '')
  const mark = quoted.charAt(0)
  const inner = quoted.slice(1, -1)
  return mark === '[' ? inner : inner.replaceAll(mark + mark, mark)
}

/** Tells whether a token is a keyword, in upper or lower case. */
export function isKeyword(token: Token | undefined, keyword: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === keyword
}

export function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign
}

/** Tells whether a token is a name, quoted or bare. Keywords count as names. */
export function isName(token: Token): boolean {
  return token.kind === 'word' || token.kind === 'name'
}

/** Returns every name and keyword in SQL, without quotes. */
export function namesIn(sql: string): string[] {
  return tokenize(sql)
    .filter(isName)
    .map(({ value }) => value)
}

/** Returns the position, in a list of tokens, of the parenthesis that closes the one at `open`; -1 if none does. */
export function closingOf(tokens: readonly Token[], open: number): number {
  const depth = tokens[open]?.depth
  return tokens.findIndex((token, at) => at > open && isSign(token, ')') && token.depth === depth)
}

/** Splits a list of tokens at the commas that are not inside further parentheses. */
export function splitAtCommas(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (isSign(token, ',') && token.depth === tokens[0]?.depth) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}
