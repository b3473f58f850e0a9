import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Rows that wait, as SQL, while a backup is written: all of one moment, put here in one transaction. Empty otherwise. */
export const backupChunks = sqliteTable('database_backup_chunks', {
  id: integer('id').primaryKey(),
  /** A UUIDv7: its time tells what a backup left behind that was cut off. */
  backup: text('backup').notNull(),
  /** The table that the rows are of. */
  name: text('name').notNull(),
  rows: integer('rows').notNull(),
  text: text('text').notNull(),
})

/** Sums of the statements' costs by hour, route and statement: from all isolates. */
export const databaseStatistics = sqliteTable(
  'database_statistics',
  {
    /** Beginning of the hour, in milliseconds since the epoch. */
    hour: integer('hour').notNull(),
    /** `GET /api/posts`, or `cron`. */
    route: text('route').notNull(),
    /** SQL without values; cut where it is long. */
    statement: text('statement').notNull(),
    count: integer('count').notNull(),
    /** SQLite's own time, in milliseconds. */
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
