import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Recent invalidations: isolates drop the entries that they match, and take no older entry from KV. */
export const invalidations = sqliteTable(
  'cache_invalidations',
  {
    pattern: text('pattern').primaryKey(),
    /** Entries made up to this time are invalid, in milliseconds since the epoch. */
    at: integer('at').notNull(),
  },
  (table) => [index('cache_invalidations_at').on(table.at)],
)

/** Sums of the counts of all isolates. Each adds its own about once a minute. */
export const statistics = sqliteTable('cache_statistics', {
  namespace: text('namespace').primaryKey(),
  memoryHits: integer('memory_hits').notNull(),
  kvHits: integer('kv_hits').notNull(),
  dbHits: integer('db_hits').notNull(),
  stale: integer('stale').notNull(),
})
