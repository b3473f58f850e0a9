/**
 * The database interface that backups need. It is implemented by D1's binding, and by a client of D1's HTTP API, which
 * accepts only text parameters.
 */
export interface BackupDatabase {
  /** Runs statements as one transaction, and returns the rows of each. */
  run<Row>(statements: readonly BackupStatement[]): Promise<Row[][]>
}

export interface BackupStatement {
  readonly sql: string
  readonly values: readonly string[]
}
