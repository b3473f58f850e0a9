import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** One-time sign-in links. Times are milliseconds since the epoch. */
export const magicLinks = sqliteTable(
  'magic_links',
  {
    id: text('id').primaryKey(),
    /** Email of the account, trimmed, in lower case. */
    userEmail: text('user_email').notNull(),
    /** SHA-256 of the token, hex: only the email contains the token itself. */
    token: text('token').notNull(),
    expiresAt: integer('expires_at').notNull(),
    used: integer('used').default(0),
    usedAt: integer('used_at'),
    createdAt: integer('created_at').notNull(),
    /** Network address from which the link was requested. */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
  },
  (table) => [
    uniqueIndex('magic_links_token').on(table.token),
    index('magic_links_user_email').on(table.userEmail, table.createdAt),
    index('magic_links_expires_at').on(table.expiresAt),
  ],
)
