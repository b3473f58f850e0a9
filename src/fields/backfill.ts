/** The source of the values that existing rows receive, unless it is a constant. */
export type Backfill =
  | { readonly field: string; readonly opens?: string }
  | SqlExpression
  | { readonly sql: SqlExpression; readonly opens: string }

/** A backfill that copies its values: from another field of the row, or by an expression over the row. */
export interface CopyingBackfill {
  readonly from: { readonly kind: 'field'; readonly name: string } | { readonly kind: 'sql'; readonly text: string }
  /** Reason why more people may read the copy than its source; `null` if there is none. */
  readonly opens: string | null
}

/** Returns the backfill if it copies its values; `null` for a constant, and without a backfill. */
export function copyingBackfill(backfill: unknown): CopyingBackfill | null {
  if (isSqlExpression(backfill)) return { from: { kind: 'sql', text: backfill.$sql }, opens: null }
  if (typeof backfill !== 'object' || backfill === null) return null
  const { field, sql, opens, ...others } = backfill as Readonly<Record<string, unknown>> // checked below
  if (Object.keys(others).length > 0 || (opens !== undefined && typeof opens !== 'string')) return null
  if (typeof field === 'string' && sql === undefined)
    return { from: { kind: 'field', name: field }, opens: opens ?? null }
  return isSqlExpression(sql) && field === undefined
    ? { from: { kind: 'sql', text: sql.$sql }, opens: opens ?? null }
    : null
}

/**
 * A SQL expression for `backfill`, over the columns of the row being migrated. It is checked when the migration is
 * built.
 */
export interface SqlExpression {
  readonly $sql: string
}

/**
 * Writes a SQL expression: ``sql`lower(title)` ``. It takes no parameters, because a migration must be complete as
 * text.
 */
export function sql(text: TemplateStringsArray): SqlExpression {
  return Object.freeze({ $sql: text.join('') })
}

export function isSqlExpression(value: unknown): value is SqlExpression {
  return typeof value === 'object' && value !== null && typeof (value as SqlExpression).$sql === 'string'
}
