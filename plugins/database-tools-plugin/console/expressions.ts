import { isSymbol, isWord, type Token } from './tokens.ts'

/** A common table expression. */
export interface Expression {
  /** In small letters. */
  readonly name: string
  readonly body: readonly Token[]
  /** Position of its name among the tokens. */
  readonly at: number
  /** Position of what follows it. */
  readonly end: number
}

/** What stands in a statement as `name [(columns)] AS [[NOT] MATERIALIZED] ( body )`, wherever it does. */
export function* expressionsOf(tokens: readonly Token[]): Generator<Expression> {
  for (const index of tokens.keys()) {
    const expression = expressionAt(tokens, index)
    if (expression) yield expression
  }
}

/** Those of the WITH with which a statement begins, and no windows, which look the same further on. */
export function leadingExpressions(tokens: readonly Token[]): Expression[] {
  if (!isWord(tokens[0], 'WITH')) return []
  const found: Expression[] = []
  let at = isWord(tokens[1], 'RECURSIVE') ? 2 : 1
  for (;;) {
    const expression = expressionAt(tokens, at)
    if (!expression) return found
    found.push(expression)
    if (!isSymbol(tokens[expression.end], ',')) return found
    at = expression.end + 1
  }
}

function expressionAt(tokens: readonly Token[], index: number): Expression | null {
  const token = tokens[index]
  if (token === undefined || (token.kind !== 'name' && token.kind !== 'text')) return null
  let at = index + 1
  if (isSymbol(tokens[at], '(')) at = closingOf(tokens, at) + 1
  if (!isWord(tokens[at], 'AS')) return null
  at += 1
  if (isWord(tokens[at], 'NOT')) at += 1
  if (isWord(tokens[at], 'MATERIALIZED')) at += 1
  if (!isSymbol(tokens[at], '(')) return null
  const closing = closingOf(tokens, at)
  return { name: token.value.toLowerCase(), body: tokens.slice(at + 1, closing), at: index, end: closing + 1 }
}

function closingOf(tokens: readonly Token[], open: number): number {
  const depth = tokens[open]?.depth ?? 0
  return tokens.findIndex((token, at) => at > open && isSymbol(token, ')') && token.depth === depth + 1)
}
