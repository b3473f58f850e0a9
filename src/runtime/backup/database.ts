/** What backups need of a database: D1's binding is one, and so is what speaks to D1's HTTP API, which takes texts only. */
export interface BackupDatabase {
  /** Runs statements as one transaction; the rows of each. */
  run<Row>(statements: readonly BackupStatement[]): Promise<Row[][]>
}

export interface BackupStatement {
  readonly sql: string
  readonly values: readonly string[]
}
