/**
 * Database as backups need it: D1's binding is one, and so is a client of D1's HTTP API, which takes text parameters
 * only.
 */
export interface BackupDatabase {
  /** Runs statements as one transaction; the rows of each. */
  run<Row>(statements: readonly BackupStatement[]): Promise<Row[][]>
}

export interface BackupStatement {
  readonly sql: string
  readonly values: readonly string[]
}
