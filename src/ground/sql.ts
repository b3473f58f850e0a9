/** Text of SQL: the one place where identifiers are quoted and values become literals. */

/** An identifier, always in double quotes: `"order"`. */
export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

/** Identifiers, quoted and separated by commas. */
export function quoteAll(identifiers: readonly string[]): string {
  return identifiers.map(quote).join(', ')
}

/** A value as a SQL literal. */
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

/** Lines below a first line, each two spaces in. */
export function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join(',\n')
}
