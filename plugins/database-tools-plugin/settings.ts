import { message } from 'lintel/kit'
import * as z from 'zod'

/** Limits on what administrators may do with the database. */
export const settings = z.strictObject({
  enableQueryConsole: z
    .boolean()
    .default(true)
    .describe(message('Lets administrators run SQL in the console, or with `POST /admin/database/query`.')),
  maxQueryRows: z
    .int()
    .min(1)
    .max(10_000)
    .default(1000)
    .describe(message('Maximum number of rows that the console returns.')),
  queryTimeout: z
    .number()
    .min(1)
    .max(30)
    .default(20)
    .describe(message('Seconds after which the console stops waiting. D1 cancels a query after 30.')),
  allowWrites: z
    .boolean()
    .default(false)
    .describe(
      message('Lets the console change rows, with one INSERT, UPDATE or DELETE at a time, but never the schema.'),
    ),
  secretColumns: z
    .array(z.string().regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/i, { error: 'Must be table.column' }))
    .max(500)
    .default([])
    .describe(
      message(
        'Columns that are never shown, as `table.column`, besides those declared by plugins and those named like secrets.',
      ),
    ),
  enableBackups: z.boolean().default(true).describe(message('Lets administrators create, list and download backups.')),
  enableRestore: z
    .boolean()
    .default(true)
    .describe(message('Lets administrators replace the database with a backup, after backing up the current one.')),
  backupEvery: z
    .literal([0, 1, 2, 3, 4, 6, 8, 12, 24])
    .default(24)
    .describe(message('Hours between two automatic backups. 0 for none.')),
  keepBackups: z
    .int()
    .min(1)
    .max(1000)
    .default(14)
    .describe(message('Number of backups to keep. A new backup deletes the oldest ones beyond this number.')),
  collectStatistics: z
    .boolean()
    .default(true)
    .describe(message('Measures the statements of requests, and sums the measurements by hour and route.')),
  keepStatistics: z.int().min(1).max(365).default(30).describe(message('Days for which these statistics are kept.')),
  autoMigration: z
    .boolean()
    .default(true)
    .describe(
      message(
        'When the service starts, applies pending migrations that lose nothing, if `migrations` of the environment is `apply`.',
      ),
    ),
})
