import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import {
  covers,
  HttpError,
  isApiToken,
  newApiToken,
  permissionsOf,
  prepared,
  type RequestContext,
  sha256,
  t,
  users,
  uuidv7,
} from 'lintel/kit'
import { apiTokens } from './tables.ts'
import { batchUnlessChanged, reliedOn } from './unless-changed.ts'
import type { UserRow } from './users.ts'

export type ApiTokenRow = typeof apiTokens.$inferSelect

export interface NewApiToken {
  /** Name or purpose of the token, chosen by people. */
  readonly name: string
  /** Names or patterns of permissions; the owner's role must have each of them. */
  readonly scopes: readonly string[]
  /** Expiry time in milliseconds since the epoch; `null` for a token that does not expire. */
  readonly expiresAt: number | null
}

/**
 * Creates an API token for a user. The token itself is returned here and stored nowhere.
 * @param also further statements for the batch that stores the token, such as the one that stores the email about it
 * @throws HttpError `validation_failed` for a scope that the owner's role does not have; `conflict` if the account is
 * being changed
 */
export async function createApiToken(
  c: RequestContext,
  owner: UserRow,
  { name, scopes, expiresAt }: NewApiToken,
  also: (row: ApiTokenRow) => Promise<readonly BatchItem<'sqlite'>[]> = async () => [],
): Promise<{ readonly token: string; readonly row: ApiTokenRow }> {
  const permissions = permissionsOf(c, owner.role)
  const errors = scopes.flatMap((scope, index) =>
    permissions.some((permission) => covers(permission, scope))
      ? []
      : [
          {
            path: `scopes.${index}`,
            code: 'not_held',
            message: t('The role {role} does not have this permission.', { role: owner.role }),
          },
        ],
  )
  if (errors.length > 0)
    throw new HttpError('validation_failed', t('A token cannot do more than its owner.'), { errors })
  const token = newApiToken()
  const row: ApiTokenRow = {
    id: uuidv7(),
    userId: owner.id,
    name,
    tokenHash: await sha256(token),
    scopes: [...new Set(scopes)].sort(),
    createdAt: Date.now(),
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
  }
  await batchUnlessChanged(c, reliedOn(c, owner), [c.var.db.insert(apiTokens).values(row), ...(await also(row))])
  return { token, row }
}

const living = prepared((db) =>
  db
    .select({
      id: apiTokens.id,
      scopes: apiTokens.scopes,
      createdAt: apiTokens.createdAt,
      expiresAt: apiTokens.expiresAt,
      lastUsedAt: apiTokens.lastUsedAt,
      userId: users.id,
      email: users.email,
      role: users.role,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        eq(apiTokens.tokenHash, sql.placeholder('hash')),
        isNull(apiTokens.revokedAt),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql.placeholder('now'))),
        eq(users.isActive, true),
      ),
    )
    .prepare(),
)

/** Finds a token that is neither revoked nor expired, of an active user, with the user's current email and role. */
export async function findApiToken(db: DrizzleD1Database, token: string) {
  return isApiToken(token) ? living(db).get({ hash: await sha256(token), now: Date.now() }) : undefined
}

/** Records that the token was used now. */
export async function touchApiToken(db: DrizzleD1Database, id: string): Promise<void> {
  await db.update(apiTokens).set({ lastUsedAt: Date.now() }).where(eq(apiTokens.id, id))
}

export interface TokensAsked {
  /** Id of the owner. Default: the tokens of all owners. */
  readonly userId?: string | undefined
  /** Part of the owner's email. */
  readonly email?: string | undefined
  readonly page: number
  readonly limit: number
}

/** Returns a page of the tokens that are not revoked, newest first, with their owners' emails, and the total number. */
export async function listApiTokens(db: DrizzleD1Database, { userId, email, page, limit }: TokensAsked) {
  const condition = and(
    isNull(apiTokens.revokedAt),
    userId === undefined ? undefined : eq(apiTokens.userId, userId),
    email === undefined ? undefined : sql`instr(${users.email}, ${email.toLowerCase()}) > 0`,
  )
  const [rows, [total]] = await db.batch([
    db
      .select({ token: apiTokens, email: sql<string>`${users.email}`.as('user_email') })
      .from(apiTokens)
      .innerJoin(users, eq(users.id, apiTokens.userId))
      .where(condition)
      .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ count: count() }).from(apiTokens).innerJoin(users, eq(users.id, apiTokens.userId)).where(condition),
  ])
  return { rows: rows.map(({ token, email }) => ({ ...token, email })), total: total?.count ?? 0 }
}

/**
 * Revokes a token, which stops working at once.
 * @param userId the required owner; `null` for any owner
 * @returns whether such a token existed
 */
export async function revokeApiToken(db: DrizzleD1Database, id: string, userId: string | null): Promise<boolean> {
  const revoked = await db
    .update(apiTokens)
    .set({ revokedAt: Date.now() })
    .where(
      and(
        eq(apiTokens.id, id),
        isNull(apiTokens.revokedAt),
        userId === null ? undefined : eq(apiTokens.userId, userId),
      ),
    )
    .returning({ id: apiTokens.id })
  return revoked.length > 0
}
