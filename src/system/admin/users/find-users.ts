import { and, count, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { RequestContext } from '../../../runtime/kit.ts'
import { HttpError, t, users } from '../../../runtime/kit.ts'
import { type AdminUser, showUser, userColumns } from './user-object.ts'

const filters = {
  q: z.string().trim().max(200).default('').meta({ description: 'Part of an email or of a name.' }),
  role: z.string().max(100).default('').meta({ description: 'Empty for all.' }),
  status: z.enum(['', 'active', 'inactive']).default('').meta({ description: 'Empty for both.' }),
}

export const exportQuery = z.strictObject(filters)

export const usersQuery = z.strictObject({
  ...filters,
  done: z.literal('deleted').optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export type UserFilters = z.output<typeof exportQuery>
export type UsersQuery = z.output<typeof usersQuery>

export interface UsersFound {
  readonly users: readonly AdminUser[]
  readonly pagination: {
    readonly page: number
    readonly limit: number
    readonly total: number
    readonly totalPages: number
    readonly hasNext: boolean
    readonly hasPrev: boolean
  }
}

/** Reads a page of the matching accounts, newest first. */
export async function findUsers(c: RequestContext, { page, limit, ...filters }: UsersQuery): Promise<UsersFound> {
  const db = c.get('db')
  const matching = and(...conditions(filters))
  const [rows, [counted]] = await db.batch([
    db
      .select(userColumns)
      .from(users)
      .where(matching)
      .orderBy(desc(users.seq))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(users).where(matching),
  ])
  const total = counted?.total ?? 0
  const totalPages = Math.ceil(total / limit)
  return {
    users: rows.map(showUser),
    pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
  }
}

/** Returns a query for matching accounts after a sequence number, oldest first, to process all of them. */
export function usersAfter(c: RequestContext, filters: UserFilters, seq: number, limit: number) {
  return c
    .get('db')
    .select(userColumns)
    .from(users)
    .where(and(gt(users.seq, seq), ...conditions(filters)))
    .orderBy(users.seq)
    .limit(limit)
}

/**
 * Reads an account.
 * @throws HttpError `not_found`
 */
export async function readUser(c: RequestContext, id: string): Promise<AdminUser> {
  const [row] = await c.get('db').select(userColumns).from(users).where(eq(users.id, id)).limit(1)
  if (row) return showUser(row)
  throw new HttpError('not_found', t('There is no such user.'))
}

function conditions({ q, role, status }: UserFilters): (SQL | undefined)[] {
  const columns = [users.email, users.username, users.firstName, users.lastName]
  return [
    q === '' ? undefined : or(...columns.map((column) => sql`instr(lower(${column}), ${q.toLowerCase()}) > 0`)),
    role === '' ? undefined : eq(users.role, role),
    status === '' ? undefined : eq(users.isActive, status === 'active'),
  ]
}
