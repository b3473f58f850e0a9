/** Names of SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const NAMES: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  9: 'SQLITE_INTERRUPT',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  17: 'SQLITE_SCHEMA',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  21: 'SQLITE_MISUSE',
  25: 'SQLITE_RANGE',
  26: 'SQLITE_NOTADB',
}

/** Names of the constraint errors that are distinguished, by extended result code. */
const CONSTRAINTS: Readonly<Record<number, string>> = {
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  1811: 'SQLITE_CONSTRAINT_TRIGGER',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_ROWID',
  3091: 'SQLITE_CONSTRAINT_DATATYPE',
}

/** An error of a statement, in the form of D1's errors. */
export class DatabaseFault extends Error {
  override readonly name = 'DatabaseFault'
  /** Name of the result code: `SQLITE_BUSY`. */
  readonly code: string

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** Converts an SQLite error, or a message and the code that SQLite would use for the message, to D1's form. */
export function databaseError(error: unknown, code?: string): Error {
  if (error instanceof DatabaseFault) return error
  const message = error instanceof Error ? error.message : String(error)
  if (message.startsWith('D1_')) return error as Error
  if (message.includes('contains no statements')) return new Error('D1_ERROR: No SQL statements detected.')
  const number = Number((error as { readonly errcode?: unknown }).errcode ?? Number.NaN)
  const primary = code ?? NAMES[number & 0xff] ?? 'SQLITE_ERROR'
  const kind = CONSTRAINTS[number]
  const suffix = kind === undefined ? primary : `${primary} (extended: ${kind})`
  return new DatabaseFault(`D1_ERROR: ${message}: ${suffix}`, primary, error)
}
