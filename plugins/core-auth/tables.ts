import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Times are integer milliseconds since the epoch, UTC. */

/** Sessions, including revoked ones. Expired rows remain until the next sign-in deletes them. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** Id of the session: the `sid` claim of its access tokens. */
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** City and country, as the host reports them: `Berlin, DE`. */
    place: text('place'),
    /** SHA-256 of the only valid refresh token, hex. */
    refreshHash: text('refresh_hash').notNull(),
    /** SHA-256 of the previous refresh token, hex. */
    previousHash: text('previous_hash'),
    /**
     * Nonce that, with the previous token, yields the current one again; `null` once the client is known to have the
     * current one.
     */
    rotationNonce: text('rotation_nonce'),
    /**
     * Time at which the current token replaced the previous one; `null` once the client is known to have the current
     * one.
     */
    rotatedAt: integer('rotated_at'),
  },
  (table) => [
    uniqueIndex('sessions_refresh_hash').on(table.refreshHash),
    index('sessions_user_id').on(table.userId, table.createdAt),
    index('sessions_expires_at').on(table.expiresAt),
  ],
)

/** Used refresh tokens: a second use shows that one was stolen. */
export const spentRefreshTokens = sqliteTable(
  'spent_refresh_tokens',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    sessionId: text('session_id').notNull(),
    /** Time at which the token would have expired. */
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

/** Single-use secrets, such as links that verify an address or set a password, and codes for signing in. */
export const oneTimeTokens = sqliteTable(
  'one_time_tokens',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose').$type<TokenPurpose>().notNull(),
    userId: text('user_id').notNull(),
    /** SHA-256 of token and code, hex, for codes. From a hash of the code alone, the code could be guessed. */
    codeHash: text('code_hash'),
    /** Number of tries of a code. */
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

/**
 * Authenticator apps as second factors of accounts; an account that has a second factor but no row gets its codes by
 * email.
 */
export const authenticatorApps = sqliteTable('authenticator_apps', {
  userId: text('user_id').primaryKey(),
  /** The secret that app and service share, encrypted. */
  totpSecret: text('totp_secret').notNull(),
  /** Number of the last period of 30 seconds whose code was accepted: this code and all earlier ones are refused. */
  lastPeriod: integer('last_period').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Recovery codes, which replace a code of the authenticator app; each works once. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    /** SHA-256 of the code, hex: the code has 80 random bits, too many to guess it from the hash. */
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
    /** Public key in COSE format, base64url. */
    publicKey: text('public_key').notNull(),
    /**
     * Number of signatures so far; 0 for authenticators that do not count. A number that does not increase reveals a
     * copy of the authenticator.
     */
    signatures: integer('signatures').notNull(),
    /** Transports by which browsers reach the authenticator, a JSON array. */
    transports: text('transports', { mode: 'json' }).$type<readonly string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('passkeys_user_id').on(table.userId, table.createdAt)],
)

/**
 * `registration`: identifies the browser in which somebody registered, until the confirmation link is opened.
 * `sign-in`: the first factor was passed, and a code was sent; `sign-in-app`: the first factor was passed, and a code
 * of the authenticator app is expected. `passkey`: a challenge that a passkey has signed; `oidc`: a sign-in that has
 * come back from a provider; `app-setup`: an authenticator app that was set up.
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
