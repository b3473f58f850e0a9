import { isKeyword, type Token, tokenize } from '../../../ground/sql-tokens.ts'
import { PUBLISHED_LOCALES } from '../../../ground/variants.ts'
import { columnName } from '../model/names.ts'
import { fillsOnlyEmpty, replacesRows } from '../sql/fills-only-empty.ts'
import { readStatement } from '../sql/read-statement.ts'
import type { StepClass } from './classify.ts'

/**
 * Returns the class of SQL without an operation: `caution` if every statement adds rows, fills empty values or only
 * reads, otherwise `destructive`. Services that apply migrations automatically rely on this class, so anything
 * uncertain counts as a loss.
 */
export function classOfSql(statements: readonly string[]): StepClass {
  return statements.every(keepsValues) ? 'caution' : 'destructive'
}

function keepsValues(statement: string): boolean {
  const tokens = tokenize(statement)
  const [first, second] = tokens
  if (isKeyword(first, 'PRAGMA')) return second?.text === 'defer_foreign_keys'
  if (isKeyword(first, 'INSERT')) return !replacesRows(statement) && !updates(tokens)
  if (!isKeyword(first, 'UPDATE')) return isKeyword(first, 'SELECT')
  const read = readStatement(statement)
  return (
    read.kind === 'update' &&
    [...read.sets.keys()].every((column) => !isHiding(column) && fillsOnlyEmpty(statement, read.table, column))
  )
}

/** Tells whether filling a column hides documents: where `published_locales` is empty, a document is shown in all. */
function isHiding(column: string): boolean {
  return column.toLowerCase() === columnName(PUBLISHED_LOCALES)
}

function updates(tokens: readonly Token[]): boolean {
  return tokens.some((token, index) => isKeyword(token, 'UPDATE') && isKeyword(tokens[index - 1], 'DO'))
}
