import type { ProjectDatabase } from '../database/project-database.ts'

/** API token as the commands show it, without the token itself. */
export interface ApiToken {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

export interface NewApiToken {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly tokenHash: string
  readonly scopes: readonly string[]
  /** Time of expiry, in milliseconds since the epoch; `null` for a token that does not expire. */
  readonly expiresAt: number | null
}

export async function insertToken(database: ProjectDatabase, token: NewApiToken): Promise<void> {
  await database.run([
    {
      sql: `INSERT INTO api_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at)
SELECT ?1 ->> 'id', ?1 ->> 'userId', ?1 ->> 'name', ?1 ->> 'tokenHash', ?1 -> 'scopes', ?1 ->> 'now', ?1 ->> 'expiresAt'`,
      values: [JSON.stringify({ ...token, now: Date.now() })],
    },
  ])
}

interface Row {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly scopes: string
  readonly created_at: number
  readonly expires_at: number | null
  readonly last_used_at: number | null
}

/** Lists the tokens that are not revoked, newest first: those of one account, or of all. */
export async function listTokens(database: ProjectDatabase, userId: string | undefined): Promise<ApiToken[]> {
  const [rows = []] = await database.run<Row>([
    {
      sql: `SELECT api_tokens.id, users.email, name, scopes, api_tokens.created_at, expires_at, last_used_at FROM api_tokens
JOIN users ON users.id = api_tokens.user_id
WHERE revoked_at IS NULL AND (?1 = '' OR user_id = ?1) ORDER BY api_tokens.created_at DESC, api_tokens.id DESC`,
      values: [userId ?? ''],
    },
  ])
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    scopes: JSON.parse(row.scopes) as string[], // written by the service or by these commands
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: iso(row.expires_at),
    lastUsedAt: iso(row.last_used_at),
  }))
}

/** Revokes a token. Returns `false` if there is no such token, or it is already revoked. */
export async function revokeToken(database: ProjectDatabase, id: string): Promise<boolean> {
  const [rows] = await database.run([
    {
      sql: 'UPDATE api_tokens SET revoked_at = CAST(?2 AS INTEGER) WHERE id = ?1 AND revoked_at IS NULL RETURNING id',
      values: [id, String(Date.now())],
    },
  ])
  return rows?.length === 1
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
