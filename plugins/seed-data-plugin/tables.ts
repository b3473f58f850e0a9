import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Sample data that was made here: this and nothing else is cleared. */
export const seedRecords = sqliteTable(
  'seed_records',
  {
    kind: text('kind').$type<'content' | 'users' | 'media'>().notNull(),
    /** Of a document, a user, or an item of the media library. */
    id: text('id').notNull(),
    /** Of a document; `users` or `media` of the others. */
    collection: text('collection').notNull(),
    seed: integer('seed').notNull(),
    /** Its number in the collection, from 0. */
    position: integer('position').notNull(),
    /** While it is cleared: whether something that stays cannot do without it. */
    held: integer('held', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('seed_records_position').on(table.collection, table.seed, table.position),
  ],
)

/** Time at which sample data was made, and whether by itself: that happens once for a database. */
export const seedRuns = sqliteTable(
  'seed_runs',
  {
    id: text('id').primaryKey(),
    seed: integer('seed').notNull(),
    /** Milliseconds since the epoch. */
    startedAt: integer('started_at').notNull(),
  },
  (table) => [index('seed_runs_started_at').on(table.startedAt)],
)
