import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Recent invalidations. Isolates drop matching entries from memory, and ignore those in KV. */
export const invalidations = sqliteTable(
  'cache_invalidations',
  {
    pattern: text('pattern').primaryKey(),
    /** Time of the invalidation in milliseconds since the epoch: entries made at or before this time are invalid. */
    at: integer('at').notNull(),
  },
  (table) => [index('cache_invalidations_at').on(table.at)],
)

/** Sums of the counts of all isolates. Each isolate adds its own counts about once a minute. */
export const statistics = sqliteTable('cache_statistics', {
  namespace: text('namespace').primaryKey(),
  memoryHits: integer('memory_hits').notNull(),
  kvHits: integer('kv_hits').notNull(),
  dbHits: integer('db_hits').notNull(),
  stale: integer('stale').notNull(),
})
