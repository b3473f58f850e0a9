import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import {
  type FieldError,
  HttpError,
  hashPassword,
  insertRow,
  passwordErrors,
  prepared,
  t,
  users,
  uuidv7,
} from 'lintel/kit'

export type UserRow = typeof users.$inferSelect

/** A user as routes return it: never with the password's hash. Times are ISO 8601. */
export interface UserObject {
  readonly id: string
  readonly email: string
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly role: string
  readonly isActive: boolean
  readonly emailVerified: boolean
  /** True while the second factor is on; otherwise absent. */
  readonly secondFactor?: true
  readonly createdAt: string
  readonly updatedAt: string
}

export function userObject(row: UserRow): UserObject {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    isActive: row.isActive,
    emailVerified: row.emailVerified,
    ...(row.secondFactor ? { secondFactor: true } : {}),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

const byEmail = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare(),
)

/**
 * Finds a user by email.
 * @param email in upper or lower case
 */
export function findUserByEmail(db: DrizzleD1Database, email: string): Promise<UserRow | undefined> {
  return byEmail(db).get({ email: normalizeEmail(email) })
}

/** Returns an email in the form in which it is stored and compared: trimmed, in lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

export interface NewUser {
  /** Id of the account. Default: a new one. */
  readonly id?: string
  readonly email: string
  readonly role: string
  /**
   * Password of 8 to 256 characters, and not one of the most common. An account without a password signs in by other
   * means.
   */
  readonly password?: string
  /** Username. Default: the part of the email before the `@`, with a few characters added if it is taken. */
  readonly username?: string
  readonly firstName?: string
  readonly lastName?: string
  /** True if the email is confirmed. Default `false`. */
  readonly emailVerified?: boolean
  /** A condition that must hold in the database when the account is created. Default: none. */
  readonly onlyIf?: SQL
}

/**
 * Creates an active account.
 * @param also further statements for the batch that creates the account; they must write nothing if the account was not
 * created
 * @throws HttpError `validation_failed` for an invalid email or password, `conflict` if the email or username is taken,
 * or `onlyIf` does not hold
 */
export async function createUser(
  db: DrizzleD1Database,
  input: NewUser,
  also: (row: Pick<UserRow, 'id' | 'email'>) => Promise<readonly BatchItem<'sqlite'>[]> = async () => [],
): Promise<UserRow> {
  const row = await newUserRow(input)
  const taken = await takenNames(db, row.email, row.username)
  if (taken.email) throw conflict('email')
  if (taken.username && input.username !== undefined) throw conflict('username')
  const username = taken.username ? otherUsername(row) : row.username
  const insert = insertRow(db, users, { ...row, username }, input.onlyIf)
    .onConflictDoNothing()
    .returning()
  const [[created]] = await db.batch([insert, ...(await also(row))])
  if (!created) throw conflict('email')
  return created
}

/**
 * Returns the row of a future account, with its password hashed.
 * @throws HttpError `validation_failed` for an invalid email or password
 */
export async function newUserRow(
  input: NewUser,
): Promise<typeof users.$inferInsert & { id: string; username: string }> {
  const email = normalizeEmail(input.email)
  const errors = [...emailErrors(email), ...(input.password === undefined ? [] : await passwordErrors(input.password))]
  if (errors.length > 0) throw new HttpError('validation_failed', undefined, { errors })
  const now = Date.now()
  return {
    id: input.id ?? uuidv7(),
    email,
    username: input.username?.trim() ?? email.slice(0, email.lastIndexOf('@')),
    firstName: input.firstName ?? null,
    lastName: input.lastName ?? null,
    passwordHash: input.password === undefined ? null : await hashPassword(input.password),
    role: input.role,
    emailVerified: input.emailVerified ?? false,
    createdAt: now,
    updatedAt: now,
  }
}

function emailErrors(email: string): readonly FieldError[] {
  // Accepts a mailbox and a host, which may be `localhost`; only the verification shows whether mail arrives.
  if (email.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(email)) return []
  return [{ path: 'email', code: 'invalid', message: t('An email address is required.') }]
}

/** Returns the username of a row or, if another account has it, the same with a few characters added. */
export async function freeUsername(
  db: DrizzleD1Database,
  row: { readonly id: string; readonly email: string; readonly username: string },
): Promise<string> {
  const taken = await takenNames(db, row.email, row.username)
  return taken.username ? otherUsername(row) : row.username
}

function otherUsername({ id, username }: { readonly id: string; readonly username: string }): string {
  return `${username}-${id.slice(-6)}`
}

async function takenNames(db: DrizzleD1Database, email: string, username: string) {
  const rows = await db
    .select({ email: users.email, username: users.username })
    .from(users)
    .where(or(eq(users.email, email), eq(users.username, username)))
  return {
    email: rows.some((row) => row.email === email),
    username: rows.some((row) => row.username === username),
  }
}

function conflict(field: 'email' | 'username'): HttpError {
  return new HttpError(
    'conflict',
    field === 'email' ? t('This email address is taken.') : t('This username is taken.'),
    {
      errors: [{ path: field, code: 'unique', message: t('This is taken.') }],
    },
  )
}

const byId = prepared((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

export function findUser(db: DrizzleD1Database, id: string): Promise<UserRow | undefined> {
  return byId(db).get({ id })
}
