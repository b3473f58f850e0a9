import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Times are integer milliseconds since the epoch, UTC. */

/** Open sessions (contract, section 4). A row outlives its end until the next sign-in clears it away. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** The `sid` claim of the session's access tokens. */
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** City and country, as the network tells them: `Berlin, DE`. */
    place: text('place'),
    /** SHA-256 of the one refresh token that works, hex. */
    refreshHash: text('refresh_hash').notNull(),
    /** SHA-256 of the refresh token before it, hex. */
    previousHash: text('previous_hash'),
    /** From this and the token before, the present one is made again; `null` once it is known to have arrived. */
    rotationNonce: text('rotation_nonce'),
    /** Time at which the present one took the place of the one before; `null` once it is known to have arrived. */
    rotatedAt: integer('rotated_at'),
  },
  (table) => [
    uniqueIndex('sessions_refresh_hash').on(table.refreshHash),
    index('sessions_user_id').on(table.userId, table.createdAt),
    index('sessions_expires_at').on(table.expiresAt),
  ],
)

/** Refresh tokens that were used: a second use shows that one was stolen. */
export const spentRefreshTokens = sqliteTable(
  'spent_refresh_tokens',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    sessionId: text('session_id').notNull(),
    /** Time at which the token would have ended anyway. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('spent_refresh_tokens_expires_at').on(table.expiresAt)],
)

/** Long-lived tokens for programs. The token itself is shown once and never stored. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').notNull(),
    /** Permission names, a JSON array. */
    scopes: text('scopes', { mode: 'json' }).$type<readonly string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
    lastUsedAt: integer('last_used_at'),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_tokens_token_hash').on(table.tokenHash),
    index('api_tokens_user_id').on(table.userId, table.createdAt),
  ],
)

/** Secrets that work once: links to verify an address or set a password, codes to sign in. */
export const oneTimeTokens = sqliteTable(
  'one_time_tokens',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose').$type<TokenPurpose>().notNull(),
    userId: text('user_id').notNull(),
    /** For codes: SHA-256 of token and code, hex. The code alone would be guessed from its hash. */
    codeHash: text('code_hash'),
    /** Number of times that a code was tried. */
    tries: integer('tries').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [
    index('one_time_tokens_user_id').on(table.userId, table.purpose),
    index('one_time_tokens_expires_at').on(table.expiresAt),
  ],
)

/** The authenticator app that gives the second factor of an account; without a row it is a code by email. */
export const authenticatorApps = sqliteTable('authenticator_apps', {
  userId: text('user_id').primaryKey(),
  /** The secret that app and service share, sealed. */
  totpSecret: text('totp_secret').notNull(),
  /** Number of the last period of 30 seconds whose code was taken: its code, and any before it, is not taken again. */
  lastPeriod: integer('last_period').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Codes in place of one of the authenticator app; each works once. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    /** SHA-256 of the code, hex: its 80 random bits cannot be guessed from it. */
    codeHash: text('code_hash').primaryKey(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('recovery_codes_user_id').on(table.userId)],
)

/** Passkeys (WebAuthn): public keys whose private halves never leave a device or password manager. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** Id of the credential, base64url. */
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    /** In COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures so far; 0 for authenticators that do not count. A lower number shows a copy. */
    signatures: integer('signatures').notNull(),
    /** Ways in which browsers reach it, a JSON array. */
    transports: text('transports', { mode: 'json' }).$type<readonly string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('passkeys_user_id').on(table.userId, table.createdAt)],
)

/**
 * `registration`: what the browser keeps in which somebody registered, to be known by when the link is opened.
 * `sign-in`: a password was right, and a code was sent; `sign-in-app`: it was right, and the authenticator app is asked.
 * `passkey`: a challenge that a passkey has answered; `oidc`: a sign-in that a provider has
 * answered; `app-setup`: an authenticator app that was set up.
 */
export const TOKEN_PURPOSES = [
  'verify-email',
  'reset-password',
  'sign-in',
  'sign-in-app',
  'registration',
  'passkey',
  'oidc',
  'app-setup',
] as const

export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]
