import { isKeyword, isSign, type Token, tokenize } from '../../../ground/sql-tokens.ts'
import type { Step } from '../steps/step.ts'
import type { MigrationFile } from './migration-file.ts'

/** A statement of a migration, with its line in the file, from 1. */
export interface Placed {
  readonly statement: string
  readonly line: number
  readonly step: Step
}

/** Returns the statements of a migration in order, with their positions in the file. */
export function placedStatements({ text, steps }: Pick<MigrationFile, 'text' | 'steps'>): Placed[] {
  let from = 0
  return steps.flatMap((step) =>
    step.statements.map((statement) => {
      const at = Math.max(text.indexOf(statement, from), from)
      from = at + statement.length
      return { statement, step, line: text.slice(0, at).split('\n').length }
    }),
  )
}

/** Returns the line of a statement in a migration; `null` if the migration does not contain the statement. */
export function lineOfStatement(file: Pick<MigrationFile, 'text' | 'steps'>, statement: string): number | null {
  return placedStatements(file).find((placed) => placed.statement === statement)?.line ?? null
}

/** First words of statements about tables, databases or transactions. */
const NOT_ABOUT_ROWS = new Set([
  'ALTER',
  'ANALYZE',
  'ATTACH',
  'BEGIN',
  'COMMIT',
  'CREATE',
  'DETACH',
  'DROP',
  'END',
  'REINDEX',
  'RELEASE',
  'ROLLBACK',
  'SAVEPOINT',
  'VACUUM',
])

/**
 * Tells whether a statement may do more than change rows: create, change or drop an object, or write to an internal
 * table of SQLite.
 */
export function isAboutSchema(statement: string): boolean {
  const tokens = tokenize(statement)
  const [first] = tokens
  return (first?.kind === 'word' && NOT_ABOUT_ROWS.has(first.text.toUpperCase())) || writesInternalTable(tokens)
}

/**
 * Tells whether a statement writes to an internal table: `UPDATE sqlite_sequence`, `INSERT INTO main."sqlite_schema"`.
 */
function writesInternalTable(tokens: readonly Token[]): boolean {
  return tokens.some((token, index) => {
    const [first, dot, second] = tokens.slice(index + (isKeyword(tokens[index + 1], 'OR') ? 3 : 1))
    const isTarget =
      isKeyword(token, 'UPDATE') ||
      isKeyword(token, 'INTO') ||
      (isKeyword(token, 'FROM') && isKeyword(tokens[index - 1], 'DELETE'))
    const name = isSign(dot, '.') ? second : first
    return isTarget && name !== undefined && /^sqlite_/i.test(name.value)
  })
}

/**
 * Tells whether a statement has a form that `cms drift --write` writes for the operation of its step. Such statements
 * drop or create objects under their own names, and rename none.
 */
export function isOfReconciliation({ statement, step: { operation } }: Placed): boolean {
  if (operation === null || !(FORMS[operation.kind] ?? []).some((form) => form.test(statement))) return false
  const table = operation.kind === 'rebuild-table' ? /^(?:CREATE|DROP) TABLE "(\w+)"/.exec(statement)?.[1] : undefined
  return table === undefined || ('table' in operation && [operation.table, `${operation.table}__copy`].includes(table))
}

const INDEXES = [/^DROP INDEX IF EXISTS "[^"]+"$/, /^CREATE (?:UNIQUE )?INDEX /]

const FORMS: { readonly [Kind in NonNullable<Step['operation']>['kind']]?: readonly RegExp[] } = {
  'set-aside': [/^DROP TRIGGER IF EXISTS "[^"]+"$/, /^DROP TABLE IF EXISTS "\w+_fts"$/],
  'create-table': [/^CREATE TABLE IF NOT EXISTS /, ...INDEXES],
  'rebuild-table': [/^CREATE TABLE "\w+"/, /^DROP TABLE "\w+"$/, ...INDEXES],
  'create-index': INDEXES,
  'drop-index': INDEXES,
  derive: [/^CREATE VIRTUAL TABLE "\w+_fts"/, /^CREATE TRIGGER /],
}
