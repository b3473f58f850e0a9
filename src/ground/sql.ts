/** Helpers that write SQL. Only this module quotes identifiers and converts values to literals. */

/** Quotes an identifier, always with double quotes: `"order"`. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

/** Quotes identifiers and joins them with commas. */
export function quoteAll(identifiers: readonly string[]): string {
  return identifiers.map(quote).join(', ')
}

/**
 * Writes a value as a SQL literal.
 * @throws RangeError for a number that is not finite
 */
export function literal(value: string | number | boolean | null): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return numberLiteral(value)
  return `'${value.replaceAll("'", "''")}'`
}

function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no SQL literal`)
  return String(value)
}

/** Joins the lines of a list with commas, each on a line of its own, indented by two spaces. */
export function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join(',\n')
}
