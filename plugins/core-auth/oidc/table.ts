import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Accounts linked to people at OpenID Connect providers. Times are integer milliseconds since the epoch, UTC. */
export const oidcIdentities = sqliteTable(
  'oidc_identities',
  {
    issuer: text('issuer').notNull(),
    /** The claim `sub`: the person's permanent id at the provider. */
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('oidc_identities_user_id').on(table.userId),
  ],
)
