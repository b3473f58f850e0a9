import { and, eq, exists, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { HttpError, insertRow, type RequestContext, t, users } from 'lintel/kit'
import { requireSession } from './require-session.ts'
import { oneTimeTokens, sessions, type TokenPurpose } from './tables.ts'
import type { UserRow } from './users.ts'

/** The properties of an account, as it was read, that must not have changed. */
type Account = Pick<UserRow, 'id' | 'email' | 'isActive' | 'passwordHash' | 'secondFactor'>

export interface Relied {
  readonly account: Account
  /** Id of the session that must still be open. Default: no session is required. */
  readonly session?: string
  /** A further condition that must hold in the database. Default: none. */
  readonly onlyIf?: SQL | undefined
}

/** Returns what must not change before the change that callers make to their own account takes effect. */
export function reliedOn(c: RequestContext, account: Account): Relied {
  return { account, session: requireSession(c).sessionId }
}

type Statements = readonly BatchItem<'sqlite'>[]

/**
 * Runs statements in one transaction, unless the account has changed since it was read (it was deleted, activated or
 * deactivated, or has another address, password or second factor) or the session was ended, and only if `onlyIf` holds.
 * All code that lets somebody into an account, or changes how people sign in to it, must use this function: after this
 * request has read the account, another request may have ended what this one relies on.
 * @throws HttpError `conflict`
 */
export async function batchUnlessChanged(c: RequestContext, relied: Relied, statements: Statements): Promise<void> {
  try {
    await c.var.db.batch([failIf(c, not(isUnchanged(c, relied))), ...statements])
  } catch (error) {
    if (!isFailed(error)) throw error
    throw new HttpError('conflict', t('The account has just been changed. Try again.'), { cause: error })
  }
}

function isUnchanged({ var: { db } }: RequestContext, { account, session, onlyIf }: Relied): SQL {
  const { id, email, isActive, passwordHash, secondFactor } = account
  const isSame = and(
    eq(users.id, id),
    eq(users.email, email),
    eq(users.secondFactor, secondFactor),
    eq(users.isActive, isActive),
    sql`${users.passwordHash} IS ${passwordHash}`,
  )
  const isThere = exists(db.select({ id: users.id }).from(users).where(isSame))
  const isOpen = and(eq(sessions.id, session ?? ''), isNull(sessions.revokedAt))
  const isSignedIn = session && exists(db.select({ id: sessions.id }).from(sessions).where(isOpen))
  return and(isThere, isSignedIn || undefined, onlyIf) ?? isThere
}

/**
 * Returns a statement that makes its batch fail if a condition holds: it inserts a token without a purpose, which the
 * column does not allow.
 */
function failIf({ var: { db } }: RequestContext, condition: SQL) {
  const purpose = null as unknown as TokenPurpose // the column does not allow this
  return insertRow(db, oneTimeTokens, { tokenHash: '', purpose, userId: '', createdAt: 0, expiresAt: 0 }, condition)
}

function isFailed(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.message.includes('NOT NULL constraint failed: one_time_tokens.purpose')) return true
  }
  return false
}
