import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Records of sample data. Only data that is recorded here is cleared. */
export const seedRecords = sqliteTable(
  'seed_records',
  {
    kind: text('kind').$type<'content' | 'users' | 'media'>().notNull(),
    /** Id of a document, a user, or an item of the media library. */
    id: text('id').notNull(),
    /** Collection of a document; `users` for an account, `media` for a file. */
    collection: text('collection').notNull(),
    seed: integer('seed').notNull(),
    /** Position in the collection, from 0. */
    position: integer('position').notNull(),
    /** True for sample data that other data needs; used while sample data is cleared. */
    held: integer('held', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('seed_records_position').on(table.collection, table.seed, table.position),
  ],
)

/** Runs that created sample data. The id `first-start` marks the automatic run, which happens once per database. */
export const seedRuns = sqliteTable(
  'seed_runs',
  {
    id: text('id').primaryKey(),
    seed: integer('seed').notNull(),
    /** Start time in milliseconds since the epoch. */
    startedAt: integer('started_at').notNull(),
  },
  (table) => [index('seed_runs_started_at').on(table.startedAt)],
)
