import { isKeyword, type Token, tokenize } from './tokens.ts'

/**
 * The statements of a SQL file in order, without comments between them and without closing semicolons.
 * A semicolon inside a trigger's BEGIN … END ends nothing; CASE … END inside it is counted.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let current: Token[] = []
  for (const token of tokenize(sql)) {
    if (token.kind === 'comment' && current.length === 0) continue
    if (token.text === ';' && !isInsideTrigger(current)) {
      if (current.length > 0) statements.push(textOf(sql, current))
      current = []
    } else {
      current.push(token)
    }
  }
  const rest = current.filter((token) => token.kind !== 'comment')
  return rest.length > 0 ? [...statements, textOf(sql, current)] : statements
}

function textOf(sql: string, tokens: readonly Token[]): string {
  return sql.slice(tokens[0]?.start, tokens.at(-1)?.end)
}

function isInsideTrigger(tokens: readonly Token[]): boolean {
  const words = tokens.filter((token) => token.kind !== 'comment')
  const kind = words.slice(1, 3).some((token) => isKeyword(token, 'TRIGGER'))
  if (!isKeyword(words[0], 'CREATE') || !kind) return false
  const begin = words.findIndex((token) => isKeyword(token, 'BEGIN'))
  if (begin === -1) return true
  const opened = words.slice(begin).filter((token) => isKeyword(token, 'BEGIN') || isKeyword(token, 'CASE')).length
  const closed = words.slice(begin).filter((token) => isKeyword(token, 'END')).length
  return opened > closed
}
