import { isKeyword, isSign, type Token, tokenizeWithComments } from '../../../ground/sql-tokens.ts'

/** A part of a SQL file: a comment between statements, or a statement without its closing semicolon. */
export interface SqlPart {
  readonly kind: 'comment' | 'statement'
  readonly text: string
}

/**
 * Splits a SQL file into its parts, in order. Semicolons inside a trigger's BEGIN … END end nothing, and CASE … END
 * inside it is taken into account. Comments inside a statement are kept.
 */
export function splitSql(sql: string): SqlPart[] {
  const parts: SqlPart[] = []
  let current: Token[] = []
  const finish = () => {
    while (current.at(-1)?.kind === 'comment') current.pop()
    if (current.length > 0) parts.push({ kind: 'statement', text: sql.slice(current[0]?.start, current.at(-1)?.end) })
    current = []
  }
  for (const token of tokenizeWithComments(sql)) {
    if (isSign(token, ';') && !isInsideTrigger(current)) finish()
    else if (token.kind === 'comment' && current.length === 0) parts.push({ kind: 'comment', text: token.text })
    else current.push(token)
  }
  finish()
  return parts
}

function isInsideTrigger(tokens: readonly Token[]): boolean {
  const words = tokens.filter((token) => token.kind !== 'comment')
  const isTrigger = isKeyword(words[1], 'TRIGGER') || isKeyword(words[2], 'TRIGGER')
  if (!isKeyword(words[0], 'CREATE') || !isTrigger) return false
  const begin = words.findIndex((token) => isKeyword(token, 'BEGIN'))
  if (begin === -1) return true
  const body = words.slice(begin)
  const opened = body.filter((token) => isKeyword(token, 'BEGIN') || isKeyword(token, 'CASE')).length
  const closed = body.filter((token) => isKeyword(token, 'END')).length
  return opened > closed
}
