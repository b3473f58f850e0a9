import { isSymbol, isWord, type Token } from './tokens.ts'

/** A common table expression. */
export interface Expression {
  /** In small letters. */
  readonly name: string
  readonly body: readonly Token[]
  /** Where its name stands among the tokens. */
  readonly at: number
}

/** What stands in a statement as `name [(columns)] AS [[NOT] MATERIALIZED] ( body )`, wherever it does. */
export function* expressionsOf(tokens: readonly Token[]): Generator<Expression> {
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'name' && token.kind !== 'text') continue
    let at = index + 1
    if (isSymbol(tokens[at], '(')) at = closingOf(tokens, at) + 1
    if (!isWord(tokens[at], 'AS')) continue
    at += 1
    if (isWord(tokens[at], 'NOT')) at += 1
    if (isWord(tokens[at], 'MATERIALIZED')) at += 1
    if (!isSymbol(tokens[at], '(')) continue
    yield { name: token.value.toLowerCase(), body: tokens.slice(at + 1, closingOf(tokens, at)), at: index }
  }
}

function closingOf(tokens: readonly Token[], open: number): number {
  const depth = tokens[open]?.depth ?? 0
  return tokens.findIndex((token, at) => at > open && isSymbol(token, ')') && token.depth === depth + 1)
}
