import * as z from 'zod'

/** Limits on what administrators may do with the database. */
export const settings = z.strictObject({
  /** Tells whether `POST /admin/database/query` runs SQL. Default `true`. */
  enableQueryConsole: z.boolean().default(true),
  /** Rows that the console gives at most, from 1 to 10,000. Default 1000. */
  maxQueryRows: z.int().min(1).max(10_000).default(1000),
  /** Seconds after which the console stops waiting for an answer, from 1 to 30. D1 ends a query at 30. Default 20. */
  queryTimeout: z.number().min(1).max(30).default(20),
  /** Lets the console change rows: one INSERT, UPDATE or DELETE at a time. Never the schema. Default `false`. */
  allowWrites: z.boolean().default(false),
  /** Columns that nobody sees, as `table.column`, besides those that plugins declare and those named like secrets. */
  secretColumns: z
    .array(z.string().regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/i, { error: 'Must be table.column' }))
    .max(500)
    .default([]),
  /** Tells whether backups are made, listed and given. Default `true`. */
  enableBackups: z.boolean().default(true),
  /** Hours between two backups that are made by themselves; a divisor of 24. 0: none. Default 24. */
  backupEvery: z.literal([0, 1, 2, 3, 4, 6, 8, 12, 24]).default(24),
  /** Backups that are kept, the newest: older ones go after each new one, from 1 to 1000. Default 14. */
  keepBackups: z.int().min(1).max(1000).default(14),
  /** Tells whether what requests ask of the database is measured and added up. Default `true`. */
  collectStatistics: z.boolean().default(true),
  /** Days for which those sums are kept, from 1 to 365. Default 30. */
  keepStatistics: z.int().min(1).max(365).default(30),
  /**
   * Tells whether pending migrations that lose nothing are applied when the service starts. It narrows the environment's
   * `migrations`: with `false` an environment of `apply` behaves as one of `check`. Default `true`.
   */
  autoMigration: z.boolean().default(true),
})
