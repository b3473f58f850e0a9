/** A SQL expression for `backfill`, over the columns of the row being migrated. Checked when the migration is built. */
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
