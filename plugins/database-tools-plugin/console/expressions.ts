import { closingOf, isKeyword, isName, isSign, type SqlToken } from 'lintel/kit'

/** A common table expression. */
export interface Expression {
  /** Name in lower case. */
  readonly name: string
  readonly body: readonly SqlToken[]
  /** Index of the name among the tokens. */
  readonly at: number
  /** Index of the first token after the expression. */
  readonly end: number
}

/**
 * Yields the common table expressions of a statement, `name [(columns)] AS [[NOT] MATERIALIZED] ( body )`, wherever
 * they are.
 */
export function* expressionsOf(tokens: readonly SqlToken[]): Generator<Expression> {
  for (const index of tokens.keys()) {
    const expression = expressionAt(tokens, index)
    if (expression) yield expression
  }
}

/**
 * Returns the expressions in the WITH at the beginning of a statement. Only these are read, because named windows later
 * in a statement have the same form.
 */
export function leadingExpressions(tokens: readonly SqlToken[]): Expression[] {
  if (!isKeyword(tokens[0], 'WITH')) return []
  const found: Expression[] = []
  let at = isKeyword(tokens[1], 'RECURSIVE') ? 2 : 1
  for (;;) {
    const expression = expressionAt(tokens, at)
    if (!expression) return found
    found.push(expression)
    if (!isSign(tokens[expression.end], ',')) return found
    at = expression.end + 1
  }
}

function expressionAt(tokens: readonly SqlToken[], index: number): Expression | null {
  const token = tokens[index]
  if (token === undefined || !mayName(token)) return null
  let at = index + 1
  if (isSign(tokens[at], '(')) at = closingOf(tokens, at) + 1
  if (!isKeyword(tokens[at], 'AS')) return null
  at += 1
  if (isKeyword(tokens[at], 'NOT')) at += 1
  if (isKeyword(tokens[at], 'MATERIALIZED')) at += 1
  if (!isSign(tokens[at], '(')) return null
  const closing = closingOf(tokens, at)
  return { name: token.value.toLowerCase(), body: tokens.slice(at + 1, closing), at: index, end: closing + 1 }
}

/** Tells whether a token may be a name: SQLite accepts a string literal as a name in places that allow only a name. */
export function mayName(token: SqlToken): boolean {
  return isName(token) || token.kind === 'text'
}
