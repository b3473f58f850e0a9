import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** People who are invited and have not accepted yet. Times are integer milliseconds since the epoch, UTC. */
export const invitations = sqliteTable(
  'invitations',
  {
    /** Id of the invitation, and of the account that is created from it. */
    id: text('id').primaryKey(),
    /** Address in lower case. */
    email: text('email').notNull(),
    role: text('role').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text('token_hash').notNull(),
    /** Id of the inviter's account. */
    invitedBy: text('invited_by').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_email').on(table.email),
    uniqueIndex('invitations_token_hash').on(table.tokenHash),
    index('invitations_created_at').on(table.createdAt, table.id),
  ],
)

export type InvitationRow = typeof invitations.$inferSelect
