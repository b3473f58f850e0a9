import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * All rows of the database as SQL, while a backup is being written. They are copied here in one transaction, so that
 * they show the database at one moment. At other times, the table is empty, unless a backup was interrupted.
 */
export const backupChunks = sqliteTable('database_backup_chunks', {
  id: integer('id').primaryKey(),
  /** Id of the backup, a UUIDv7: its time reveals rows that an interrupted backup left behind. */
  backup: text('backup').notNull(),
  /** Name of the table that the rows belong to. */
  name: text('name').notNull(),
  rows: integer('rows').notNull(),
  text: text('text').notNull(),
})

/** Sums of the costs of statements by hour, route and statement, from all isolates. */
export const databaseStatistics = sqliteTable(
  'database_statistics',
  {
    /** Beginning of the hour, in milliseconds since the epoch. */
    hour: integer('hour').notNull(),
    /** Route, such as `GET /api/posts`, or `cron`. */
    route: text('route').notNull(),
    /** SQL without values; a long statement is shortened. */
    statement: text('statement').notNull(),
    count: integer('count').notNull(),
    /** Total time that SQLite needed, in milliseconds. */
    totalMs: real('total_ms').notNull(),
    maxMs: real('max_ms').notNull(),
    rowsRead: integer('rows_read').notNull(),
    rowsWritten: integer('rows_written').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hour, table.route, table.statement] }),
    index('database_statistics_route').on(table.route, table.hour),
  ],
)
