/**
 * SQLite's lexical rules, as far as text must be taken apart: where statements end, which names a trigger mentions,
 * what stands in a CREATE TABLE that SQLite has rewritten. (https://sqlite.org/syntax/literal-value.html,
 * lang_keywords)
 */
export interface Token {
  /** `word`: keywords, bare names and numbers. `name`: a quoted identifier. `text`: a string literal. */
  readonly kind: 'word' | 'name' | 'text' | 'sign' | 'comment'
  /** As written, quotes included. */
  readonly text: string
  readonly start: number
  readonly end: number
}

const PATTERNS: readonly [Token['kind'], RegExp][] = [
  ['comment', /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y],
  ['text', /[xX]?'(?:[^']|'')*'/y],
  ['name', /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y],
  ['word', /[\p{L}_$\d][\p{L}\p{N}_$]*(?:\.\d+)?/uy],
  ['sign', /->>|->|\|\||<=|>=|<>|!=|==|<<|>>|[^\s]/y],
]

/** Splits SQL into tokens, white space left out. A quote that is never closed is one `sign`. */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = []
  let position = skipSpace(sql, 0)
  while (position < sql.length) {
    const token = tokenAt(sql, position)
    tokens.push(token)
    position = skipSpace(sql, token.end)
  }
  return tokens
}

function tokenAt(sql: string, start: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = start
    const text = pattern.exec(sql)?.[0]
    if (text !== undefined) return { kind, text, start, end: start + text.length }
  }
  return { kind: 'sign', text: sql.charAt(start), start, end: start + 1 }
}

function skipSpace(sql: string, from: number): number {
  const space = /\s*/y
  space.lastIndex = from
  return from + (space.exec(sql)?.[0].length ?? 0)
}

/** The name that a token stands for: quotes taken off a quoted identifier, a bare word as it is. */
export function nameOf(token: Token): string {
  if (token.kind !== 'name') return token.text
  const inner = token.text.slice(1, -1)
  const mark = token.text.charAt(0)
  return mark === '[' ? inner : inner.replaceAll(mark + mark, mark)
}

/** Tells whether the token is this keyword, in any case. */
export function isKeyword(token: Token | undefined, keyword: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === keyword
}
