import { isKeyword, type SqlToken, t } from 'lintel/kit'
import { expressionsOf, mayName } from './expressions.ts'
import { refused } from './statement.ts'

/** Maximum number of rows that a recursive expression may produce. */
const MAX_RECURSION = 100_000

/**
 * Ensures that recursive expressions end: D1 stops a query after 30 seconds, but a local database never stops one.
 * @throws HttpError `invalid_query` for a recursive expression without its own LIMIT
 */
export function requireBoundedRecursion(tokens: readonly SqlToken[]): void {
  for (const { name, body } of expressionsOf(tokens)) {
    const isRecursive = body.some((token) => mayName(token) && token.value.toLowerCase() === name)
    if (isRecursive && !isBounded(body)) {
      throw refused(
        t(
          'The expression {name} refers to itself: end it with LIMIT and a number up to {max}, inside its parentheses.',
          { name, max: MAX_RECURSION },
        ),
      )
    }
  }
}

function isBounded(body: readonly SqlToken[]): boolean {
  const depth = body[0]?.depth ?? 0
  return body.some((token, at) => {
    const count = body[at + 1]
    if (!isKeyword(token, 'LIMIT') || token.depth !== depth || count?.kind !== 'number') return false
    // An OFFSET would add as many rows to those that are made.
    return body[at + 2] === undefined && /^\d+$/.test(count.value) && Number(count.value) <= MAX_RECURSION
  })
}
