import { sqlText } from '../../ground/sql-text.ts'
import { holderQueries, removalStatements } from '../../runtime/accounts/account-removal.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { Failure } from '../failure.ts'
import type { Accounts } from './with-accounts.ts'

/** An account as the commands show it. Its properties are named as in the API. */
export interface User {
  readonly id: string
  readonly email: string
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly role: string
  readonly isActive: boolean
  readonly emailVerified: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

const COLUMNS = 'id, email, username, first_name, last_name, role, is_active, email_verified, created_at, updated_at'

interface Row {
  readonly id: string
  readonly email: string
  readonly username: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly role: string
  readonly is_active: number
  readonly email_verified: number
  readonly created_at: number
  readonly updated_at: number
}

export interface NewUser {
  readonly id: string
  readonly email: string
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly role: string
  readonly passwordHash: string | null
}

/**
 * Stores a new account.
 * @returns the account; `null` if the email or the username is taken
 */
export async function insertUser(database: ProjectDatabase, user: NewUser): Promise<User | null> {
  const [rows] = await database.run<Row>([
    {
      sql: `INSERT INTO users (id, email, username, first_name, last_name, role, password_hash, is_active, email_verified, created_at, updated_at)
SELECT ?1 ->> 'id', ?1 ->> 'email', ?1 ->> 'username', ?1 ->> 'firstName', ?1 ->> 'lastName', ?1 ->> 'role', ?1 ->> 'passwordHash', 1, 1, ?1 ->> 'now', ?1 ->> 'now'
WHERE true ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      values: [JSON.stringify({ ...user, now: Date.now() })],
    },
  ])
  return rows?.[0] ? toUser(rows[0]) : null
}

export async function listUsers(database: ProjectDatabase, role: string | undefined): Promise<User[]> {
  const [rows = []] = await database.run<Row>([
    { sql: `SELECT ${COLUMNS} FROM users WHERE ?1 = '' OR role = ?1 ORDER BY email`, values: [role ?? ''] },
  ])
  return rows.map(toUser)
}

/**
 * Returns the account with an email address.
 * @throws Failure if there is no such account
 */
export async function findUser(database: ProjectDatabase, email: string): Promise<User> {
  const [rows] = await database.run<Row>([
    {
      sql: `SELECT ${COLUMNS} FROM users WHERE email = ?1`,
      values: [email.trim().toLowerCase()],
    },
  ])
  if (rows?.[0]) return toUser(rows[0])
  throw new Failure(`There is no account with the email ${email}.`, { hint: '`cms user list` shows all accounts.' })
}

export interface Change {
  /**
   * Hash of the new password. A new password also marks the email address as verified, so that the account can sign in.
   */
  readonly passwordHash?: string
  readonly role?: string
  readonly isActive?: boolean
  /** True to turn the second factor off; otherwise absent. */
  readonly resetFactor?: true
  /** Reason why credentials of the account are revoked. Default: none are revoked. */
  readonly ends?: keyof typeof ENDED_BY
}

const revoked = (table: string) =>
  `UPDATE ${table} SET revoked_at = ?2 ->> 'now' WHERE user_id = ?1 AND revoked_at IS NULL`
const deleted = (table: string) => `DELETE FROM ${table} WHERE user_id = ?1`

/** Statements that revoke credentials of an account, by table. ?1 is the account's id, ?2 is the change. */
const ENDINGS = {
  sessions: revoked('sessions'),
  api_tokens: revoked('api_tokens'),
  passkeys: deleted('passkeys'),
  authenticator_apps: deleted('authenticator_apps'),
  recovery_codes: deleted('recovery_codes'),
  one_time_tokens: deleted('one_time_tokens'),
  magic_links: 'DELETE FROM magic_links WHERE used = 0 AND user_email = (SELECT email FROM users WHERE id = ?1)',
} as const

/** Tables whose credentials are revoked, by reason. */
const ENDED_BY = {
  password: ['sessions', 'api_tokens', 'passkeys', 'one_time_tokens', 'magic_links'],
  secondFactor: ['sessions', 'authenticator_apps', 'recovery_codes'],
  deactivation: ['sessions'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof ENDINGS)[]>>

/**
 * Changes an account.
 * @throws Failure if no active administrator would be left
 */
export async function changeUser({ database, manifest }: Accounts, user: User, change: Change): Promise<User> {
  const values = [user.id, JSON.stringify({ ...change, isActive: toNumber(change.isActive), now: Date.now() })]
  const takesAdmin = change.isActive === false || (change.role !== undefined && change.role !== 'admin')
  const guard = takesAdmin
    ? ` AND (role <> 'admin' OR is_active = 0 OR EXISTS (SELECT 1 FROM users AS other WHERE other.role = 'admin' AND other.is_active = 1 AND other.id <> users.id))`
    : ''
  const update = {
    sql: sqlText`
      UPDATE users
      SET password_hash = coalesce(?2 ->> 'passwordHash', password_hash),
        role = coalesce(?2 ->> 'role', role), is_active = coalesce(?2 ->> 'isActive', is_active),
        second_factor = CASE WHEN ?2 ->> 'resetFactor' IS NULL THEN second_factor ELSE 0 END,
        email_verified = CASE WHEN ?2 ->> 'passwordHash' IS NULL THEN email_verified ELSE 1 END,
        updated_at = ?2 ->> 'now'
      WHERE id = ?1${guard} RETURNING ${COLUMNS}
    `,
    values,
  }
  const endings = (change.ends ? ENDED_BY[change.ends] : [])
    .filter((table) => manifest.tables.includes(table))
    .map((table) => ({ sql: `${ENDINGS[table]} AND ${IS_CHANGED}`, values }))
  const [rows] = await database.run<Row>([update, ...endings])
  const changed = rows?.[0]
  if (!changed) throw lastAdmin(user)
  return toUser(changed)
}

/** SQL condition that is true if this batch has changed the account. */
const IS_CHANGED = `EXISTS (SELECT 1 FROM users WHERE id = ?1 AND updated_at = ?2 ->> 'now')`

/**
 * Deletes an account and everything that belongs to it. Documents that it created are kept, with its id as author.
 * @throws Failure if documents require the account, or no active administrator would be left
 */
export async function deleteUser({ database, manifest }: Accounts, user: User): Promise<void> {
  if (user.role === 'admin' && user.isActive) {
    const admins = await listUsers(database, 'admin')
    if (!admins.some(({ id, isActive }) => isActive && id !== user.id)) throw lastAdmin(user)
  }
  const queries = holderQueries(manifest, user.id)
  const found = queries.length === 0 ? [] : await database.run<{ id: string }>(queries)
  const holders = queries.flatMap(({ field }, index) => (found[index] ?? []).map(({ id }) => `${field} of ${id}`))
  if (holders.length > 0) {
    throw new Failure(
      `${user.email} is required by ${holders.slice(0, 5).join(', ')}, so the account cannot be deleted.`,
      {
        hint: `Change them first, or deactivate the account: cms user deactivate ${user.email}`,
      },
    )
  }
  await database.run(removalStatements(manifest, user.id, Date.now()))
}

function lastAdmin({ email }: User): Failure {
  return new Failure(`${email} is the last active administrator.`, {
    hint: 'Give another account the role admin first: cms user role <email> --role admin',
  })
}

function toNumber(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}

function toUser(row: Row): User {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    isActive: row.is_active === 1,
    emailVerified: row.email_verified === 1,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
