import { isKeyword, isSign, quote, type SqlToken, t } from 'lintel/kit'
import type { Table } from '../catalog/read-catalog.ts'
import { HIDDEN, type IsSecretColumn } from '../catalog/secret-columns.ts'
import { leadingExpressions, mayName } from './expressions.ts'
import { refused } from './statement.ts'

/**
 * Replaces each table that has secret columns by a common table expression of the same name, in which the values of
 * these columns are hidden: `SELECT *` shows `[hidden]`, and conditions and sorting use only this placeholder.
 * `requireNoSecrets` detects statements that bypass the expression in their bytecode.
 * @throws HttpError `invalid_query` for a table with secrets that is named as `main.<table>`
 */
export function maskSecrets(
  sql: string,
  tokens: readonly SqlToken[],
  tables: readonly Table[],
  isSecret: IsSecretColumn,
): string {
  const named = new Set(tokens.filter(mayName).map(({ value }) => lower(value)))
  const masked = tables.filter(
    ({ name, columns, isVirtual }) =>
      !isVirtual && named.has(lower(name)) && columns.some((column) => isSecret(name, column.name)),
  )
  refuseQualified(tokens, masked)
  // Two expressions of the same name would be an error.
  const expressions = new Set(leadingExpressions(tokens).map(({ name }) => name))
  const masks = masked.filter(({ name }) => !expressions.has(lower(name))).map((table) => maskOf(table, isSecret))
  const [first, second] = tokens
  if (masks.length === 0 || !first) return sql
  if (!isKeyword(first, 'WITH')) return `${sql.slice(0, first.start)}WITH ${masks.join(', ')} ${sql.slice(first.start)}`
  const head = isKeyword(second, 'RECURSIVE') && second ? second : first
  return `${sql.slice(0, head.end)} ${masks.join(', ')},${sql.slice(head.end)}`
}

function maskOf({ name, columns }: Table, isSecret: IsSecretColumn): string {
  const list = columns.map((column) =>
    isSecret(name, column.name) ? `'${HIDDEN}' AS ${quote(column.name)}` : quote(column.name),
  )
  return `${quote(name)} AS NOT MATERIALIZED (SELECT ${list.join(', ')} FROM main.${quote(name)})`
}

function refuseQualified(tokens: readonly SqlToken[], masked: readonly Table[]): void {
  const names = new Set(masked.map(({ name }) => lower(name)))
  for (const [index, { value }] of tokens.entries()) {
    const table = tokens[index + 2]
    if (lower(value) === 'main' && isSign(tokens[index + 1], '.') && table && names.has(lower(table.value))) {
      throw refused(
        t('Write the table name as {value}, without "main.": it has columns that are never shown.', {
          value: table.value,
        }),
      )
    }
  }
}

function lower(text: string): string {
  return text.toLowerCase()
}
